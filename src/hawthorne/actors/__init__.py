"""Who answers: actors that need no network. An actor is named in specifications and in documents."""
