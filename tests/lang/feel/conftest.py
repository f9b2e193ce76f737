"""The guided fuzzer is a program of its own (`make fuzz`), with a dependency that the tests do not have."""

collect_ignore = ["guided.py"]
