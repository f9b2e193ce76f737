"""The tools that a bot's model can call: what is offered, and the one dispatcher that every call goes through."""
