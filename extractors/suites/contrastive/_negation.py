"""What the six kinds of changed polarity share."""

import re

from extractors.suites.contrastive._resources import Resources
from extractors.suites.contrastive._texts import PlacedWord, TargetText

NEGATIVE = {
    "de": {"nicht", "nie", "niemals", "nichts", "niemand", "niemandem", "niemanden", "weder", "noch", "ohne", "kaum"}
    | {"nirgends", "keinerlei", "keineswegs", "nirgendwo", "bevor", "bis", "sondern"},
    "en": {
        "not",
        "n't",
        "n’t",
        "never",
        "nothing",
        "nobody",
        "neither",
        "nor",
        "no",
        "none",
        "without",
        "hardly",
        "cannot",
    }
    | {"barely", "unless", "until", "but", "only"},
}


WHOLE_SENTENCE = {"sondern", "bevor", "bis", "weder", "kaum", "nor", "neither", "unless", "until", "hardly", "barely"}
"""Words that another clause may have, with which one more negation says nothing, or the same."""
UN_ADJECTIVE = re.compile(
    r"("
    r"abhängig|absichtlich|anfechtbar|angebracht|angemessen|angenehm|anständig|auffällig|aufgeregt"
    r"|aufmerksam|ausgeglichen|ausgewogen|beabsichtigt|beantwortet|bedacht|bedenklich|bedeutend|befangen"
    r"|befriedigend|befristet|befugt|begabt|begreiflich|begrenzt|begründet|behaglich|beherrscht|bekannt"
    r"|beliebt|bemerkt|bequem|berechenbar|berechtigt|bereinigt|beschränkt|beschwert|beschädigt|besetzt"
    r"|besiegt|bestimmt|bestritten|bestätigt|beteiligt|bewaffnet|beweglich|bewohnt|bewusst|bezahlt"
    r"|brauchbar|christlich|dankbar|demokratisch|deutlich|diszipliniert|echt|edel|ehrlich|eigennützig"
    r"|einheitlich|einig|empfindlich|endlich|entbehrlich|entgeltlich|entschieden|entschlossen|erfahren"
    r"|erforscht|erfreulich|erheblich|erlaubt|ermüdlich|erreichbar|erreicht|erschwinglich|ersetzlich"
    r"|ersichtlich|erträglich|erwartet|erwünscht|fair|fehlbar|flexibel|freiwillig|freundlich|fruchtbar"
    r"|geduldig|geeignet|gefährlich|geklärt|gelöst|genau|genutzt|gerecht|gerechtfertigt|gern|geschickt"
    r"|geschützt|gesetzlich|gestört|gesund|getrübt|gewiss|gewohnt|gewollt|gewöhnlich|giftig|glaubwürdig"
    r"|gleich|gleichmäßig|glücklich|gültig|günstig|heilbar|höflich|interessant|kenntlich|klar|klug"
    r"|kompliziert|kontrolliert|konventionell|korrekt|kritisch|lauter|leserlich|logisch|lösbar|mittelbar"
    r"|moralisch|motiviert|musikalisch|möglich|nachgiebig|natürlich|nötig|nütz|ordentlich|organisiert"
    r"|parteiisch|passend|persönlich|planmäßig|politisch|populär|produktiv|professionell|pünktlich"
    r"|realistisch|rechtmäßig|regelmäßig|reif|rein|rentabel|romantisch|ruhig|sachlich|sauber|scharf"
    r"|schuldig|schädlich|schön|selbstständig|selbständig|sicher|sichtbar|sittlich|sozial|sportlich|stabil"
    r"|sterblich|strukturiert|sympathisch|systematisch|tauglich|teilbar|treu|typisch|tätig|umstritten"
    r"|unterbrochen|verantwortlich|verbindlich|verdaulich|verdient|verdächtig|vereinbar|verfänglich"
    r"|vergesslich|vergleichbar|verheiratet|verhältnismäßig|verkäuflich|vermeidbar|vermeidlich|vernünftig"
    r"|verschämt|versehrt|verständlich|verträglich|verändert|veröffentlicht|vollendet|vollkommen|vollständig"
    r"|vorbereitet|vorhersehbar|vorsichtig|vorteilhaft|wahr|wahrscheinlich|wesentlich|wichtig|wiederholbar"
    r"|willig|wirksam|wirtschaftlich|wissend|würdig|zeitgemäß|zivilisiert|zufrieden|zugänglich|zulässig"
    r"|zumutbar|zureichend|zuständig|zutreffend|zuverlässig|zweckmäßig|zählig|überlegt|übersehbar"
    r"|übersichtlich"
    r")(e[nrms]?)?"
)
"""German adjectives of which `un` makes the opposite, with their endings."""


NOT_NEGATIVE = {
    *(
        "unkosten",
        "ungarn",
        "unmenge",
        "unzahl",
        "unsumme",
        "untiefe",
        "unlängst",
        "ungefähr",
        "unwetter",
        "unfall",
        "untat",
    ),
    *("unheimlich", "unbedingt", "unfälle", "unfällen", "unfalls", "unsummen", "unmengen", "unart", "unarten"),
    *("unzeit", "unding", "unmensch", "unwesen", "unwohl", "ungemein", "unweit", "unstern", "unkraut", "unort"),
    *(
        "united",
        "union",
        "unit",
        "units",
        "uniform",
        "universal",
        "under",
        "until",
        "unlikely",
        "unveiled",
        "unjust",
        "unemployment",
    ),
}
"""Words in which `un` is no negation, or a second one, or that say nothing where the word without it stands."""


def has_negation(text: TargetText, word: PlacedWord, language: str) -> bool:
    """Whether the clause of a word has a negation, so that one more may leave the meaning as it is.

    A clause goes from one sign to the next; what a sentence denies or limits as a whole counts from any clause.
    """
    negative = NEGATIVE[language]
    sentence = text.sentence_of(word)
    signs = [other.number for other in sentence if other.upos == "PUNCT" and other.form != "-"]
    first = max((number for number in signs if number < word.number), default=-1)
    last = min((number for number in signs if number > word.number), default=len(text.words))
    return any(
        other.lower in WHOLE_SENTENCE
        or (
            first < other.number < last
            and (other.lower in negative or (language == "de" and other.lower.startswith("kein")))
        )
        for other in sentence
    )


def neighbours(text: TargetText, word: PlacedWord) -> tuple[str, str]:
    """The words before and behind, in lower case; empty at an end of the sentence."""
    before, after = text.previous(word), text.next(word)
    return before.lower if before else "", after.lower if after else ""


def opposite_known(form: str, resources: Resources, upos: str) -> bool:
    """Whether a form of four letters or more is, in the corpora and the lexicon, mostly of a part of speech."""
    return len(form) >= 4 and resources.known(form, upos) and resources.mostly(form, upos)
