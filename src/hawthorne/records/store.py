class StoreError(Exception):
    pass
