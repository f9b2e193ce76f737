"""Sessions in the manner of Gymnasium: `import hawthorne.protocol as hs`."""
