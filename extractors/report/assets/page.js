"use strict";

/* The page as a whole: its data, its addresses (#overview?..., #phenomenon-ID?..., #examples?..., #segment-N). */
(() => {
  const ChallengeSets = window.ChallengeSets;
  const { address, fail, heatmap, nearing, phenomenon, understand, unpack } = ChallengeSets;
  const byId = (id) => document.getElementById(id);

  /** The sections that are filled, and the choices that an address asks of those that are not yet. */
  const filled = new Map();
  const asked = new Map();

  /** Fill a phenomenon's section when it is opened for the first time; `state` has the choices of the heat map. */
  function sections(data, state) {
    for (const details of document.querySelectorAll("details.phenomenon")) {
      details.addEventListener("toggle", () => {
        if (!details.open || filled.has(details.id)) return;
        const root = details.querySelector(".live");
        const section = phenomenon.mount(data, details.dataset.phenomenon, root, state);
        filled.set(details.id, section);
        section.drawn.then(() => asked.has(details.id) && section.restore(asked.get(details.id))).catch((error) => fail(root, error));
      });
    }
  }

  let examples = null;

  /** Unpacked on the first visit: most readers begin with the numbers. */
  function withExamples() {
    examples = examples || unpack("data-examples").then((payload) => {
      ChallengeSets.examples.mount(byId("examples-root"), payload);
    });
    return examples.catch((error) => { fail(byId("examples-root"), error); throw error; });
  }

  async function showExamples(query) {
    await withExamples();
    ChallengeSets.examples.show(query);
    byId("examples").scrollIntoView();
  }

  /** What each place of the page does with the choices of an address; a place without an entry is only scrolled to. */
  const places = {
    examples: (query) => showExamples(Object.fromEntries(query)),
  };

  /** Show what the part of the address after # names. */
  async function follow() {
    const { place, query } = address.parse(location.hash);
    if (place.startsWith("phenomenon-")) return showPhenomenon(byId(place), query);
    if (/^segment-\d+$/.test(place)) return showExamples({ segment: place.slice("segment-".length) });
    if (Object.hasOwn(places, place)) return places[place](query);
    return byId(place)?.scrollIntoView();
  }

  async function showPhenomenon(section, query) {
    if (!section) return;
    const empty = section.closest("#phenomena-empty");
    if (empty) empty.open = true;
    if (section.matches("details.phenomenon")) {
      section.hidden = false;
      if (query.size) {
        asked.set(section.id, query);
        if (filled.has(section.id)) await filled.get(section.id).restore(query);
      }
      section.open = true;
      section.querySelector("summary").focus({ preventScroll: true });
    }
    section.scrollIntoView();
  }

  async function start() {
    byId("unscripted").hidden = true;
    const data = understand(await unpack("data-report"));
    const map = heatmap.mount(data, {
      controls: byId("heatmap-controls"), table: byId("heatmap"), control: byId("heatmap-control"), legend: byId("heatmap-limit"), status: byId("heatmap-status"),
      hidden: byId("heatmap-hidden"), problems: byId("heatmap-problems"),
    });
    places.overview = (query) => {
      if (!query.size) return byId("overview").scrollIntoView();
      map.restore(query);
      return byId("map").scrollIntoView();
    };
    sections(data, map.state);
    nearing(byId("examples"), () => withExamples().catch(() => {}));
    address.onChange(follow);
    await follow();
    document.documentElement.dataset.ready = "yes";
  }

  start().catch((error) => fail(byId("failure"), error));
})();
