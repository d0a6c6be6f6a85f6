"use strict";

/* The page's address: #PLACE?choices. What a reader has chosen stands in it, so that a link shows the same again. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});

  /** A place of the page, and the choices there as URLSearchParams. */
  function parse(hash) {
    const [place, ...query] = hash.replace(/^#/, "").split("?");
    return { place, query: new URLSearchParams(query.join("?")) };
  }

  /** The address of a place; choices are pairs of name and value, of which empty ones are left out. */
  function format(place, choices) {
    const query = new URLSearchParams();
    for (const [name, value] of choices) {
      if (value !== null && value !== undefined && value !== "" && value !== false) query.append(name, value);
    }
    const text = query.toString().replace(/\+/g, "%20");
    return `#${place}${text ? `?${text}` : ""}`;
  }

  /** Give `put` the value that a query has for a name, if it has one that is known; else it becomes a problem. */
  function take(query, name, problems, known, put) {
    const value = query.get(name);
    if (value === null) return;
    if (known(value)) put(value);
    else problems.push(`This page knows no ${name} ${JSON.stringify(value)}.`);
  }

  /** Put a place and its choices into the address; the step before stays what it was. */
  function replace(place, choices) {
    const wanted = format(place, choices);
    if (wanted !== location.hash) history.replaceState(null, "", wanted);
  }

  /** Go to an address of the page, `#...`; again, if that is where the reader has come from. */
  function go(hash) {
    if (location.hash === hash) window.dispatchEvent(new Event("hashchange"));
    else location.hash = hash;
  }

  /** Do `follow` where the address changes, and where a link leads to the place that the address has already. */
  function onChange(follow) {
    document.addEventListener("click", (event) => {
      const link = event.target.closest?.('a[href^="#"]');
      if (!link || link.getAttribute("href") !== location.hash) return;
      // Such a link changes nothing, but the reader may have gone on from there.
      event.preventDefault();
      go(location.hash);
    });
    window.addEventListener("hashchange", () => follow().catch((error) => console.error(error)));
  }

  const examplesOf = (phenomenon, system) => format("examples", [["phenomenon", phenomenon], ["system", system]]);

  ChallengeSets.address = { examplesOf, format, go, onChange, parse, replace, take };
})();
