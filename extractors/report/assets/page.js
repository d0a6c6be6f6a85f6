"use strict";

/* The page as a whole: its data, its addresses (#overview, #phenomenon-ID, #examples?..., #segment-N), its colours. */
(() => {
  const ChallengeSets = window.ChallengeSets;
  const { el, heatmap, phenomenon, understand, unpack } = ChallengeSets;
  const byId = (id) => document.getElementById(id);

  /** Light and dark in turn; without a click it is as the system says. */
  function colours() {
    const button = byId("theme");
    const dark = () => document.documentElement.dataset.theme === "dark" ||
      (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
    const say = () => {
      button.textContent = dark() ? "light" : "dark";
      button.setAttribute("aria-label", dark() ? "light colours" : "dark colours");
    };
    button.addEventListener("click", () => {
      document.documentElement.dataset.theme = dark() ? "light" : "dark";
      say();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", say);
    say();
    button.hidden = false;
  }

  /** Fill a phenomenon's section when it is opened for the first time. */
  function sections(data, state) {
    for (const details of document.querySelectorAll("details.phenomenon")) {
      details.addEventListener("toggle", () => {
        if (!details.open || details.dataset.filled) return;
        details.dataset.filled = "yes";
        phenomenon.mount(data, details.dataset.phenomenon, details.querySelector(".live"), state)
          .catch((error) => fail(details.querySelector(".live"), error));
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

  /** Show what the part of the address after # names. */
  async function follow() {
    const hash = location.hash.slice(1);
    const [place, query] = [hash.split("?")[0], hash.split("?").slice(1).join("?")];
    if (place.startsWith("phenomenon-")) {
      const details = byId(place);
      if (!details || !details.matches("details.phenomenon")) return;
      details.open = true;
      details.scrollIntoView();
      details.querySelector("summary").focus({ preventScroll: true });
    } else if (place === "examples") {
      await showExamples(Object.fromEntries(new URLSearchParams(query)));
    } else if (/^segment-\d+$/.test(place)) {
      await showExamples({ segment: place.slice("segment-".length) });
    }
  }

  function fail(place, error) {
    place.replaceChildren(el("p", { class: "failure", role: "alert" }, `This part of the page could not be shown: ${error.message}`));
    console.error(error);
  }

  /** On paper, the tables of the phenomena that are open are open too. */
  function printing() {
    let opened = [];
    window.addEventListener("beforeprint", () => {
      opened = [...document.querySelectorAll("details.phenomenon[open] details.data:not([open])")];
      for (const details of opened) details.open = true;
    });
    window.addEventListener("afterprint", () => {
      for (const details of opened) details.open = false;
    });
  }

  /** The list of phenomena by a text in their name or description. */
  function filter() {
    const field = byId("phenomenon-filter");
    const status = byId("phenomenon-count");
    const all = [...document.querySelectorAll("details.phenomenon")];
    const apply = () => {
      const wanted = field.value.trim().toLowerCase();
      const shown = all.filter((details) => {
        details.hidden = !details.querySelector("summary").textContent.toLowerCase().includes(wanted);
        return !details.hidden;
      });
      status.textContent = wanted ? `${shown.length} of ${all.length} phenomena` : "";
    };
    field.addEventListener("input", ChallengeSets.debounce(apply, 100));
    field.closest(".controls").hidden = false;
  }

  async function start() {
    byId("unscripted").hidden = true;
    colours();
    filter();
    printing();
    const data = understand(await unpack("data-report"));
    const state = heatmap.mount(data, {
      controls: byId("heatmap-controls"), table: byId("heatmap"), legend: byId("heatmap-limit"), status: byId("heatmap-status"),
    });
    sections(data, state);
    const nearing = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      nearing.disconnect();
      withExamples().catch(() => {});
    }, { rootMargin: "400px" });
    nearing.observe(byId("examples"));
    // A link to where the address already is changes nothing, but the reader may have gone on from there.
    document.addEventListener("click", (event) => {
      const link = event.target.closest?.('a[href^="#"]');
      if (link && link.getAttribute("href") === location.hash) ChallengeSets.go(location.hash);
    });
    window.addEventListener("hashchange", () => follow().catch((error) => console.error(error)));
    await follow();
    document.documentElement.dataset.ready = "yes";
  }

  start().catch((error) => fail(byId("failure"), error));
})();
