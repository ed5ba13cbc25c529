print("nearscope")
