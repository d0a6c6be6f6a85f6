# What each job asks for where jobs have to ask, as on a cluster: memory and time, by the size of its inputs.
from extractors.config.costs import costs

COSTS = costs()


def cost(rule):
    """The resources of a rule."""

    def asked(name):
        return lambda wildcards, input, attempt: COSTS[rule].asked(input.size_mb, attempt)[name]

    return {name: asked(name) for name in ("mem_mb", "runtime")}
