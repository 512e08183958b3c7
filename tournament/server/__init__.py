"""Starting and serving: the environment, the processes, and the test command."""
