"""`python -m hawthorne` is the `hawthorne` command."""

from hawthorne.cli import main

main()
