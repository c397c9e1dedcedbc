"""The room over HTTP, by subject: what each page of the staff and of the players asks for."""
