stub = 1
def tables(*a): return ()
