# What each job asks for where jobs have to ask, as on a cluster: memory and time, by the size of its inputs, and a GPU.
from extractors.config.costs import JOINING, costs, wants_gpu
from extractors.extract.shards import Shard

COSTS = costs()
# The options, of the config, that say whether jobs run on a GPU.
DEVICES = {
    "parse_source": lambda w: CORPORA[w.corpus].parse.options,
    "align_references": lambda w: CORPORA[w.corpus].align.options,
    "align_outputs": lambda w: CORPORA[w.corpus].align.options,
    "build_lexicon": lambda w: CORPORA[w.corpus].lemmas.options,
    "translate_source": lambda w: CORPORA[w.corpus].translations[w.system].as_dict(),
}


def cost(rule):
    """The resources of a rule: for a shard its part of what the whole needs, and little for who joins shards."""

    def asked(name):
        def of_job(wildcards, input, attempt):
            count = Shard.named(wildcards.shard).count if "shard" in wildcards.keys() else 1
            needs = JOINING if input.get("shards") else COSTS[rule]
            return needs.asked(input.size_mb / count, attempt)[name]

        return of_job

    resources = {name: asked(name) for name in ("mem_mb", "runtime")}
    if options := DEVICES.get(rule):
        resources["gpu"] = lambda wildcards: int(wants_gpu(options(wildcards)))
    return resources
