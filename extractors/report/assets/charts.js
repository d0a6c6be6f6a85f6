"use strict";

/* Charts: a specification of the page, filled with rows and drawn by Vega. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const { el } = ChallengeSets;

  // In SVG the page's own colour of text holds in light, in dark and on paper, without drawing again.
  const INK = {
    background: "transparent",
    title: { color: "currentColor", subtitleColor: "currentColor" },
    axis: {
      labelColor: "currentColor", titleColor: "currentColor", domainColor: "currentColor", tickColor: "currentColor",
      gridColor: "currentColor", gridOpacity: 0.15,
    },
    legend: { labelColor: "currentColor", titleColor: "currentColor" },
    text: { color: "currentColor" },
    font: "system-ui, sans-serif",
  };

  const ERRORS = 1; // of Vega's levels: it warns of a chart that lacks a column of values

  let tip = null;

  /** Vega's own tooltip makes markup of values, and images of some; this one makes text of all. */
  function tooltip(handler, event, item, value) {
    if (!tip) {
      tip = el("div", { class: "tip", "aria-hidden": "true" });
      document.body.append(tip);
    }
    tip.hidden = value === null || value === undefined || value === "";
    if (tip.hidden) return;
    const lines = typeof value === "object" ? Object.entries(value).map(([name, text]) => `${name}: ${text}`) : [value];
    tip.replaceChildren(...lines.map((line) => el("div", {}, line)));
    const left = Math.min(event.clientX + 12, window.innerWidth - tip.offsetWidth - 8);
    tip.style.left = `${Math.max(left, 4)}px`;
    tip.style.top = `${Math.min(event.clientY + 12, window.innerHeight - tip.offsetHeight - 8)}px`;
  }

  /** A copy of a specification in which the titles of axes and legends are those of `titles`, by what stands for them. */
  function named(node, titles) {
    if (Array.isArray(node)) return node.map((part) => named(part, titles));
    if (node === null || typeof node !== "object") return node;
    return Object.fromEntries(Object.entries(node).map(([key, part]) =>
      [key, key === "title" && typeof part === "string" ? titles.get(part) ?? part : named(part, titles)]));
  }

  /**
   * A figure with a chart of rows. `description` is its text alternative, and the rows stand in a table beside it.
   * The chart is as wide as the figure, so the figure has to be on the page before it is drawn.
   *
   * titles: what stands for the title of an axis or of a legend -> the title, or its lines; right: pixels kept free for labels.
   */
  function chart(kind, specification, rows, description, { titles, right = 5 }) {
    // Vega gives its own place a role and a description, which name every mark.
    const place = el("div", { class: "chart", "aria-hidden": "true" });
    const image = el("div", { role: "img", "aria-label": description }, place);
    const figure = el("figure", { class: `chart-${kind}` }, el("figcaption", {}, description), image);
    const drawn = async () => {
      if (!place.isConnected) return;
      const { step } = specification.height;
      const filled = {
        ...named(specification, titles), width: "container", autosize: { type: "fit-x", contains: "padding" },
        padding: { left: 5, top: 5, bottom: 5, right }, datasets: { rows },
        // Vega-Lite warns of a height by steps beside a width that is fitted.
        height: step ? step * rows.length : specification.height,
      };
      await window.vegaEmbed(place, filled, {
        // The interpreter, as the page forbids to make code of text.
        ast: true, actions: false, renderer: "svg", config: INK, tooltip, logLevel: ERRORS,
      });
    };
    return { figure, draw: drawn };
  }

  Object.assign(ChallengeSets, { chart });
})();
