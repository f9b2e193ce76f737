def answer(ask):
    return "NonMatch"
