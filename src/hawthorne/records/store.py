class StoreError(Exception): pass
