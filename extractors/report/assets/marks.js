"use strict";

/*
 * A text of the corpus as an element: its marks, and what cannot be seen in it.
 *
 * Whatever the text holds, the element's textContent is that text. What cannot be seen (controls, white space of no
 * width) is shown by style sheets from an attribute, and controls of direction are each shut into an element of their
 * own, which they cannot act beyond.
 */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const { el } = ChallengeSets;

  const LONG = 1500; // characters from which a text is shown in a box of a few lines
  const ROLES = { 1: "head", 2: "dependent", 3: "both" };
  const ERROR = 4; // added to the role of what people marked as an error
  const HEAD_AND_DEPENDENT = ["head", "dependent"];

  // Controls but tab, line and paragraph separators, controls of direction, what has no width, tags, what is no character.
  const UNSEEN = new RegExp(
    "[\\u0000-\\u0008\\u000a-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b" +
      "\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\uffff\\u{e0000}-\\u{e0fff}]",
    "u",
  );
  const JOINER = /[\u200c\u200d]/u;
  const JOINS_NOTHING = /^$|[\s\u0000-\u024f]/u;
  const COMBINING = /\p{M}/u;
  const SPACE = /^$|\s/u;

  const code = (character) => `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

  /** How a character is to be shown: "unseen", "lone" (a combining mark with nothing to combine with), or "". */
  function kind(character, before, after) {
    if (UNSEEN.test(character)) return "unseen";
    // Joiners belong to the writing of Persian and Hindi and to emoji; between Latin letters they only hide.
    if (JOINER.test(character)) return JOINS_NOTHING.test(before) || JOINS_NOTHING.test(after) ? "unseen" : "";
    if (COMBINING.test(character) && (SPACE.test(before) || UNSEEN.test(before))) return "lone";
    return "";
  }

  /** Nodes for the characters from `start` to before `end`. */
  function nodes(characters, start, end) {
    const pieces = [];
    let plain = "";
    for (let place = start; place < end; place += 1) {
      const character = characters[place];
      const how = kind(character, characters[place - 1] || "", characters[place + 1] || "");
      if (!how) {
        plain += character;
        continue;
      }
      if (plain) pieces.push(plain);
      plain = "";
      const attributes = how === "unseen" ? { class: "unseen", "data-code": code(character) } : { class: "lone" };
      pieces.push(el("span", { ...attributes, title: code(character) }, character));
    }
    if (plain) pieces.push(plain);
    return pieces;
  }

  /**
   * A text with marks.
   *
   * runs: start, end, role, start, end, role, ... in code points, in order, none over another.
   * roles: what the words of the roles 1 and 2 are called. A role of 4 more is an error that people marked.
   */
  function text(content, { runs = [], roles = HEAD_AND_DEPENDENT, language = null } = {}) {
    const characters = Array.from(content);
    const element = el("bdi", { class: "text", dir: "auto", lang: language });
    let place = 0;
    for (let run = 0; run < runs.length; run += 3) {
      const [start, end, role] = runs.slice(run, run + 3);
      element.append(...nodes(characters, place, start));
      const name = ROLES[role & ~ERROR];
      const names = [role & 1 && roles[0], role & 2 && roles[1], role & ERROR && "error"].filter(Boolean);
      const classes = [name && `role-${name}`, role & ERROR && "error"].filter(Boolean);
      element.append(el("mark", { class: classes.join(" "), "data-role": names.join(" and ") }, nodes(characters, start, end)));
      place = end;
    }
    element.append(...nodes(characters, place, characters.length));
    return characters.length > LONG ? clamped(element, characters.length) : element;
  }

  /** A long text in a box that scrolls, at its first mark. */
  function clamped(element, length) {
    const label = `Text of ${length.toLocaleString("en")} characters`;
    const box = el("span", { class: "clamped", tabindex: "0", role: "group", "aria-label": label }, element);
    toFirstMark(box);
    return box;
  }

  /** Scrolls a box, once it is in the page, to its first mark. */
  function toFirstMark(box) {
    requestAnimationFrame(() => {
      const mark = box.querySelector("mark");
      if (mark) box.scrollTop += mark.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3;
    });
  }

  /** The words that a run marks with a role (1 head, 2 dependent), as they stand in the text. */
  function words(content, runs, role) {
    const characters = Array.from(content);
    const marked = [];
    for (let run = 0; run < runs.length; run += 3) {
      if (runs[run + 2] & role) marked.push(characters.slice(runs[run], runs[run + 1]).join(""));
    }
    return marked;
  }

  /** Runs with the spans, [start, end] each, that people marked as errors. */
  function withErrors(runs, spans) {
    const all = spans.map(([start, end]) => [start, end, ERROR]);
    for (let run = 0; run < runs.length; run += 3) all.push(runs.slice(run, run + 3));
    const cuts = [...new Set(all.flatMap(([start, end]) => [start, end]))].sort((a, b) => a - b);
    return cuts.slice(1).flatMap((end, number) => {
      const start = cuts[number];
      const role = all.reduce((sum, mark) => (mark[0] <= start && end <= mark[1] ? sum | mark[2] : sum), 0);
      return role ? [start, end, role] : [];
    });
  }

  ChallengeSets.marks = { text, withErrors, words };
})();
