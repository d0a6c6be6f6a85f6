"""One file for each thing that stages hand over: its columns, its reader and writer, its class."""
