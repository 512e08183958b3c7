"""What is printed: `documents` says which documents there are and prints one, `press` is the process that makes the
PDF, `renderer` is all that runs in it. Nothing is imported here, so that the press starts without Django."""
