"""The commands of `challenge-sets`, one file each, in a folder for each group.

The name of a file is the name of its command, and the name of a folder that of its group. The first line of a docstring
says what the command or the group does: the help is read from the files, without running them. A command has

    add_arguments(parser)   adds its arguments
    run(arguments)          does its work, and may return an exit status
    EXAMPLE                 command lines, for the help
    EXTRA                   the extra to name, if its work lacks a package that several bring; without it, `run`

and imports what its work needs inside its functions, so that `--help` does not wait for it.
"""
