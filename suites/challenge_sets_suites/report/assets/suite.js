"use strict";

/* The page of a suite as a whole: its data, its choices, its addresses (#systems?..., #map?..., #pairs?..., #items?...). */
(() => {
  const ChallengeSets = window.ChallengeSets;
  const { address, fail, nearing, suite, unpack } = ChallengeSets;
  const byId = (id) => document.getElementById(id);
  const places = {};

  /** The choices that systems and map share: average, items, rows and order. */
  function choices(data) {
    const first = { average: suite.MICRO, items: data.ranked_on, by: data.kinds[0], sort: "", down: false };
    const known = {
      average: data.averages, items: data.sets, by: data.kinds, sort: ["name", "n", ...data.systems],
    };
    return { first, known, state: { ...first } };
  }

  function systemsAndMap(data) {
    const { first, known, state } = choices(data);
    const change = (place, changed) => {
      Object.assign(state, changed);
      render();
      address.replace(place, Object.keys(first).map((name) => [name, state[name] === first[name] ? "" : state[name] === true ? 1 : state[name]]));
    };
    const systems = suite.systems.mount(data, byId("systems-root"), { state, change });
    const map = suite.map.mount(data, { table: byId("heatmap"), controls: byId("map-controls") }, { state, change });
    const problems = byId("map-problems");
    const render = () => {
      map.hide();
      systems.render();
      map.render();
    };
    const restore = (place) => (query) => {
      Object.assign(state, first, { down: query.get("down") === "1" });
      const unknown = Object.keys(known).filter((name) => query.get(name) && !known[name].includes(query.get(name)));
      for (const name of Object.keys(known)) if (query.get(name) && !unknown.includes(name)) state[name] = query.get(name);
      problems.textContent = unknown.map((name) => `This page knows no ${name} ${JSON.stringify(query.get(name))}.`).join(" ");
      problems.hidden = !unknown.length;
      render();
      byId(place).scrollIntoView();
    };
    render();
    // Without choices in the address these stay as they are.
    for (const place of ["systems", "map"]) places[place] = (query) => (query.size ? restore(place)(query) : byId(place).scrollIntoView());
  }

  let browser = null;

  /** Unpacked on the first visit: most readers begin with the numbers. */
  function withItems(data) {
    browser = browser || unpack("data-items").then((payload) => suite.items.mount(byId("items-root"), payload, data));
    return browser.catch((error) => { fail(byId("items-root"), error); throw error; });
  }

  async function follow() {
    const { place, query } = address.parse(location.hash);
    if (Object.hasOwn(places, place)) return places[place](query);
    return byId(place)?.scrollIntoView();
  }

  async function start() {
    byId("unscripted").hidden = true;
    const data = suite.understand(await unpack("data-suite"));
    systemsAndMap(data);
    if (byId("pairs-root")) {
      const pairs = suite.pairs.mount(data, byId("pairs-root"));
      places.pairs = (query) => {
        if (query.size) pairs.restore(query);
        byId("pairs").scrollIntoView();
      };
    }
    if (byId("triage-root")) suite.triage.mount(data, byId("triage-root"));
    if (byId("plots-root")) {
      const plots = suite.plots.mount(data, byId("plots-root"));
      plots.drawn.catch((error) => fail(byId("plots-root"), error));
      places.plots = async (query) => {
        if (query.size) await plots.restore(query);
        byId("plots").scrollIntoView();
      };
    }
    places.items = async (query) => {
      (await withItems(data)).ask(Object.fromEntries(query));
      byId("items").scrollIntoView();
    };
    nearing(byId("items"), () => withItems(data).catch(() => {}));
    address.onChange(follow);
    await follow();
    document.documentElement.dataset.ready = "yes";
  }

  start().catch((error) => fail(byId("failure"), error));
})();
