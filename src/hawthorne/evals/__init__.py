"""Playing scenarios: worlds, many at once, and what came of them."""
