"""Pure folds over the log: what each kind of viewer may see, and what it adds up to."""
