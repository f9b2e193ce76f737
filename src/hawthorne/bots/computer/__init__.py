"""The shared computer: who may use it, how it is claimed, and what a call of its screen is answered."""
