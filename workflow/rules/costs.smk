# What each job asks for where jobs have to ask, as on a cluster: memory and time, by the size of its inputs.
from extractors.config.costs import JOINING, costs
from extractors.extract.shards import Shard

COSTS = costs()


def cost(rule):
    """The resources of a rule: for a shard its part of what the whole needs, and little for who joins shards."""

    def asked(name):
        def of_job(wildcards, input, attempt):
            count = Shard.named(wildcards.shard).count if "shard" in wildcards.keys() else 1
            needs = JOINING if input.get("shards") else COSTS[rule]
            return needs.asked(input.size_mb / count, attempt)[name]

        return of_job

    return {name: asked(name) for name in ("mem_mb", "runtime")}
