"use strict";

/*
 * The box beside a cell of the heat map. It comes when a mouse stands on the cell or the keyboard reaches it, and stays
 * after a click, a touch or Enter, until Escape, its button, or a click elsewhere.
 */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const { el } = ChallengeSets;

  const WAIT = 150; // milliseconds before a box comes or goes with the mouse
  const GAP = 6; // pixels between a cell and its box

  /**
   * A box for the cells within `table`; `content(cell)` gives its title and nodes, `label` names it.
   * `pinned(cell)` is called when a reader wants it to stay.
   */
  function popover(table, { id, content, pinned }) {
    const box = el("div", { class: "popover", id, role: "dialog", "aria-labelledby": `${id}-title`, hidden: true });
    let cell = null;
    let stays = false;
    let timer = 0;
    let quiet = false;
    table.closest(".scroll").after(box);

    function place() {
      const at = cell.getBoundingClientRect();
      const around = box.offsetParent.getBoundingClientRect();
      const width = document.documentElement.clientWidth;
      const left = Math.max(8, Math.min(at.left, width - box.offsetWidth - 8));
      const below = at.bottom + GAP + box.offsetHeight <= innerHeight || at.top < box.offsetHeight + GAP;
      box.style.left = `${left - around.left}px`;
      box.style.top = `${(below ? at.bottom + GAP : at.top - GAP - box.offsetHeight) - around.top}px`;
    }

    function show(wanted, stay) {
      clearTimeout(timer);
      if (stays && !stay && cell?.isConnected) return;
      if (cell && cell !== wanted) cell.setAttribute("aria-expanded", "false");
      cell = wanted;
      stays = stay;
      const { title, nodes } = content(cell);
      const close = el("button", { type: "button", class: "close", "aria-label": "Close" }, "\u00d7");
      close.addEventListener("click", () => hide(true));
      box.replaceChildren(el("p", { class: "title", id: `${id}-title` }, title), close, ...nodes);
      box.hidden = false;
      cell.setAttribute("aria-expanded", "true");
      cell.setAttribute("aria-controls", id);
      place();
    }

    function hide(back = false) {
      clearTimeout(timer);
      if (box.hidden) return;
      const inside = box.contains(document.activeElement);
      box.hidden = true;
      stays = false;
      cell?.setAttribute("aria-expanded", "false");
      if (back && inside && cell?.isConnected) {
        // The focus comes back to the cell, the box does not.
        quiet = true;
        cell.focus();
        quiet = false;
      }
    }

    const later = (action) => {
      clearTimeout(timer);
      timer = setTimeout(action, WAIT);
    };
    const leave = () => { if (!stays) later(() => hide()); };
    const cellOf = (event) => event.target.closest?.("button.cell");

    table.addEventListener("pointerover", (event) => {
      const over = cellOf(event);
      if (event.pointerType === "mouse" && over && !stays) later(() => show(over, false));
    });
    table.addEventListener("pointerout", (event) => { if (event.pointerType === "mouse") leave(); });
    box.addEventListener("pointerenter", () => clearTimeout(timer));
    box.addEventListener("pointerleave", leave);
    table.addEventListener("focusin", (event) => {
      const reached = cellOf(event);
      // A click shows it itself; a focus that comes with one must not show it twice.
      if (!quiet && reached?.matches(":focus-visible")) show(reached, false);
    });
    table.addEventListener("focusout", (event) => { if (!stays && !box.contains(event.relatedTarget)) hide(); });
    table.addEventListener("click", (event) => {
      const clicked = cellOf(event);
      if (!clicked) return;
      // The table may be made anew by this: the cell of the same place then.
      const now = pinned(clicked) || clicked;
      show(now, true);
      // A click without a pointer is Enter or Space; reading goes on in the box.
      if (event.detail === 0) box.querySelector("a")?.focus();
    });
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(true); });
    document.addEventListener("pointerdown", (event) => {
      if (!box.contains(event.target) && !table.contains(event.target)) hide();
    });
    box.addEventListener("click", (event) => { if (event.target.closest("a")) hide(); });
    window.addEventListener("resize", () => hide());
    return { hide, show };
  }

  ChallengeSets.popover = popover;
})();
