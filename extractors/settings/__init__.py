"""The settings of a run, one file a block of config/config.yaml.

Each default, bound and meaning stands here once: the config's schema, the options of commands and the code that works
by the settings take them from these classes (see extractors.core.settings). Imports core alone, so that every stage
may use them.
"""
