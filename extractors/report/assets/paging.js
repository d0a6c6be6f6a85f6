"use strict";

/* The buttons that turn the pages of a list. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});
  const { el } = ChallengeSets;

  /**
   * The buttons of page `page` of `last`; none where there is one page. After `open(page)` has shown another page, the
   * button is gone, and reading goes on at the first heading of `list`, below `status`.
   */
  function pageButtons(page, last, { open, list, status }) {
    if (last < 2) return [];
    const go = (label, to) => {
      const button = el("button", { type: "button", disabled: to < 1 || to > last || to === page }, label);
      button.addEventListener("click", () => {
        open(to);
        status.scrollIntoView({ block: "start" });
        const heading = list.querySelector("h3");
        heading.setAttribute("tabindex", "-1");
        heading.focus({ preventScroll: true });
      });
      return button;
    };
    return [go("First", 1), go("Previous", page - 1), el("span", {}, `${page} / ${last}`), go("Next", page + 1), go("Last", last)];
  }

  Object.assign(ChallengeSets, { pageButtons });
})();
