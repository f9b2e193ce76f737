"""`python -m hawthorne.cli` is the `hawthorne` command."""

from hawthorne.cli import main

main()
