"use strict";

/*
 * A sentence's dependency tree, drawn as spaCy's displaCy draws it: words in a row, an arc from each head to its
 * dependent with the relation on it and the arrow at the dependent.
 */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const { el } = ChallengeSets;

  const SVG = "http://www.w3.org/2000/svg";
  const MOST_WORDS = 80; // above this nobody follows the arcs
  const STEP = 34; // pixels from one height of arcs to the next
  const LONGEST = 40; // characters of a word
  const CHARACTER = 9; // pixels, about, of a character
  const ROLE = { 1: "head", 2: "dependent", 3: "head-dependent" };
  const MARK = { 1: "--mark-head", 2: "--mark-dependent", 3: "--mark-head" };

  const nameOf = (role, names) => (role === 3 ? names.join(", ") : names[role - 1]);

  /** The words between two of a sentence along the tree, both included; empty if either is not in it. */
  function path(heads, from, to) {
    const up = (word) => {
      const seen = [];
      for (let at = word; at >= 0 && !seen.includes(at); at = heads[at] - 1) seen.push(at);
      return seen;
    };
    if (from === undefined || to === undefined) return [];
    const [first, second] = [up(from), up(to)];
    const meet = first.find((word) => second.includes(word));
    if (meet === undefined) return [];
    return [...first.slice(0, first.indexOf(meet) + 1), ...second.slice(0, second.indexOf(meet)).reverse()];
  }

  /** The words whose arcs lead from one word of the hit to the other. */
  function arcsOfHit(heads, roles) {
    const of = (role) => [...roles].find(([, own]) => own & role)?.[0];
    const way = path(heads, of(1), of(2));
    const next = (a, b) => a >= 0 && way.indexOf(a) >= 0 && way.indexOf(b) >= 0 && Math.abs(way.indexOf(a) - way.indexOf(b)) === 1;
    return new Set(way.filter((word) => next(heads[word] - 1, word)));
  }

  function svg(tag, attributes, ...children) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    element.append(...children);
    return element;
  }

  /** The arcs of a sentence with how high each goes: above all that lie within it. Non-projective ones cross. */
  function arcs(heads, deprels, names) {
    const allArcs = [];
    heads.forEach((head, word) => {
      if (head > 0) {
        const [start, end] = head - 1 < word ? [head - 1, word] : [word, head - 1];
        allArcs.push({ start, end, word, head: head - 1, label: names[deprels[word]], level: 1 });
      }
    });
    allArcs.sort((a, b) => a.end - a.start - (b.end - b.start));
    allArcs.forEach((arc, number) => {
      for (const other of allArcs.slice(0, number)) {
        // A shorter arc that shares a word or crosses would lie on this one at the same height.
        if (other.start < arc.end && arc.start < other.end) arc.level = Math.max(arc.level, other.level + 1);
      }
    });
    return allArcs;
  }

  /** The middle of each word's column, and the width of all. A column has room for its word, tag and the shortest arc. */
  function columns(shown, tags, allArcs, leftwards) {
    const width = shown.map((form, word) => Math.max(Array.from(form).length, tags[word].length, 4) * CHARACTER + 22);
    for (const arc of allArcs) {
      if (arc.end === arc.start + 1) {
        const wanted = arc.label.length * 8 + 26;
        width[arc.start] = Math.max(width[arc.start], wanted);
        width[arc.end] = Math.max(width[arc.end], wanted);
      }
    }
    let total = 0;
    const middles = width.map((of) => (total += of) - of / 2);
    return { middles: leftwards ? middles.map((middle) => total - middle) : middles, total };
  }

  /** Where along its words each arc begins and ends, so that arrows keep apart. */
  function ends(allArcs, middles, leftwards) {
    const at = middles.map(() => []);
    for (const arc of allArcs) {
      at[arc.start].push({ arc, side: "start", other: arc.end });
      at[arc.end].push({ arc, side: "end", other: arc.start });
    }
    at.forEach((meeting, word) => {
      // First the arcs to earlier words, then those to later ones; of each the nearest words last, so that none crosses.
      const earlier = meeting.filter((m) => m.other < word).sort((a, b) => b.other - a.other);
      const later = meeting.filter((m) => m.other > word).sort((a, b) => b.other - a.other);
      const all = [...earlier, ...later];
      all.forEach((m, number) => {
        const beside = (number - (all.length - 1) / 2) * 9;
        m.arc[`${m.side}X`] = middles[word] + (leftwards ? -beside : beside);
      });
    });
  }

  /** The sentence as an SVG. roles: word -> 1 head, 2 dependent, 3 both; names: what these two are called. */
  function drawing(sentence, { upos, deprels, roles, names, label }) {
    const [forms, tagNumbers, heads, relations] = sentence;
    const tags = tagNumbers.map((number) => upos[number]);
    const allArcs = arcs(heads, relations, deprels);
    const shown = forms.map(visible);
    const leftwards = runsLeft(forms);
    const { middles, total } = columns(shown, tags, allArcs, leftwards);
    ends(allArcs, middles, leftwards);
    const highest = Math.max(1, ...allArcs.map((arc) => arc.level));
    const base = highest * STEP + 22;
    const height = base + 74;
    const ofHit = arcsOfHit(heads, roles);
    const lines = allArcs.map((arc) => {
      const top = base - arc.level * STEP;
      const middle = (arc.startX + arc.endX) / 2;
      const tip = arc.word === arc.start ? arc.startX : arc.endX;
      // Straight on top, so that an arc that lies within another does not cross it.
      const bend = Math.sign(arc.endX - arc.startX) * Math.min(50, Math.abs(arc.endX - arc.startX) / 2);
      const path =
        `M${arc.startX},${base} C${arc.startX},${top} ${arc.startX},${top} ${arc.startX + bend},${top}` +
        ` L${arc.endX - bend},${top} C${arc.endX},${top} ${arc.endX},${top} ${arc.endX},${base}`;
      return svg(
        "g",
        { class: ofHit.has(arc.word) ? "arc hit" : "arc" },
        svg("path", { class: "line", d: path }),
        svg("path", { class: "arrow", d: `M${tip},${base + 2} l-4,-8 l8,0 z` }),
        svg("text", { class: "label", x: middle, y: top - 5, "text-anchor": "middle" }, arc.label),
      );
    });
    const words = shown.map((form, word) => {
      const role = roles.get(word) || 0;
      const name = svg("text", { class: "word", x: middles[word], y: base + 22, "text-anchor": "middle" }, form);
      const tag = svg("text", { class: "tag", x: middles[word], y: base + 42, "text-anchor": "middle" }, tags[word]);
      const group = svg("g", { class: role ? `token role-${ROLE[role]}` : "token" }, name, tag);
      if (role) {
        const wide = Math.max(Array.from(form).length, 2) * CHARACTER + 8;
        group.prepend(svg("rect", { x: middles[word] - wide / 2, y: base + 5, width: wide, height: 24, rx: 3, style: `fill: var(${MARK[role]})` }));
        const at = { class: "role", x: middles[word], y: base + 61, "text-anchor": "middle" };
        group.append(svg("text", at, nameOf(role, names)));
      }
      return group;
    });
    const size = { width: total, height, viewBox: `0 0 ${total} ${height}` };
    return svg("svg", { class: "tree", role: "img", "aria-label": label, ...size }, ...lines, ...words);
  }

  /** A form without what turns the direction or has no width, and not longer than a drawing bears. */
  function visible(form) {
    const seen = form.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, "\u25ab");
    const characters = Array.from(seen);
    return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join("")}…` : seen;
  }

  /** Whether a sentence runs from right to left: by its first letter, as browsers tell it (dir="auto"). */
  function runsLeft(forms) {
    const letter = /\p{L}/u.exec(forms.join(" "));
    return letter !== null && /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(letter[0]);
  }

  /**
   * The trees of a segment.
   *
   * parse: for each sentence forms, UPOS, heads, relations; head, dependent: words of the segment, from 0; names: what
   * these two are to each other.
   */
  function trees(parse, { upos, deprels, head, dependent, names }) {
    let before = 0;
    return el(
      "div",
      { class: "trees" },
      parse.map((sentence, number) => {
        const count = sentence[0].length;
        const roles = new Map();
        [head, dependent].forEach((word, role) => {
          const place = word - before;
          if (place >= 0 && place < count) roles.set(place, (roles.get(place) || 0) + role + 1);
        });
        before += count;
        const which = parse.length > 1 ? ` of sentence ${number + 1} of ${parse.length}` : "";
        const label = `Dependency tree${which}: ${relations(sentence, deprels)}`;
        const given = { upos, deprels, roles, names, label };
        if (count <= MOST_WORDS) {
          const box = { class: "tree-box", tabindex: "0", role: "group", "aria-label": `Drawing${which}, may be scrolled` };
          return el("div", box, drawing(sentence, given));
        }
        return el("p", { class: "note" }, `The tree${which} is not drawn: nobody can follow the arcs of ${count} words.`);
      }),
    );
  }

  /** A sentence's tree in words. */
  function relations([forms, , heads, numbers], names) {
    const said = forms.map((form, word) => {
      const head = heads[word] ? `${names[numbers[word]]} of ${visible(forms[heads[word] - 1])}` : "root";
      return `${visible(form)} is ${head}`;
    });
    return said.join("; ");
  }

  ChallengeSets.trees = trees;
})();
