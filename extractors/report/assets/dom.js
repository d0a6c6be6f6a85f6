"use strict";

/* What every script of the page shares: elements, the embedded data, and when to answer. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});

  /**
   * An element with its attributes and children. Strings become text nodes, never markup; `true` is an attribute
   * without a value, `false`, `null` and `undefined` are no attribute and no child.
   */
  function el(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (/^on/i.test(name)) throw new TypeError(`${name}: listeners are added by addEventListener`);
      if (value === true) element.setAttribute(name, "");
      else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
    }
    for (const child of children.flat(Infinity)) {
      if (child === null || child === undefined || child === false) continue;
      element.append(child instanceof Node ? child : document.createTextNode(String(child)));
    }
    return element;
  }

  const unpacked = new Map();

  /** The JSON that the script element `id` holds; unpacked once, for all who ask. */
  function unpack(id) {
    if (!unpacked.has(id)) unpacked.set(id, read(id));
    return unpacked.get(id);
  }

  /** The JSON that the script element `id` holds, gzipped and in base64. Rejects when there is none or it is damaged. */
  async function read(id) {
    const script = document.getElementById(id);
    if (!script) throw new Error(`the page holds no ${id}`);
    const bytes = Uint8Array.from(atob(script.textContent.trim()), (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(stream).text());
  }

  /** `action`, run once `milliseconds` have passed without another call. */
  function debounce(action, milliseconds = 150) {
    let timer = 0;
    return (...given) => {
      clearTimeout(timer);
      timer = setTimeout(() => action(...given), milliseconds);
    };
  }

  /** `action`, run once when an element is nearly in sight. */
  function nearing(element, action) {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      action();
    }, { rootMargin: "400px" });
    observer.observe(element);
  }

  /** Say in a place that it could not be filled. */
  function fail(place, error) {
    place.replaceChildren(el("p", { class: "failure", role: "alert" }, `This part of the page could not be shown: ${error.message}`));
    console.error(error);
  }

  /** Nodes with a text between them. */
  const joined = (nodes, between = ", ") => nodes.map((node, place) => [place ? between : "", node]);

  /** A text as it is searched. */
  const folded = (text) => text.normalize("NFC").toLowerCase();

  Object.assign(ChallengeSets, { debounce, el, fail, folded, joined, nearing, unpack });
})();
