"use strict";

/* The button that turns the page light and dark; without a click it is as the system says. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});

  function theme(button) {
    const dark = () => document.documentElement.dataset.theme === "dark" ||
      (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
    const say = () => {
      button.textContent = dark() ? "Light theme" : "Dark theme";
    };
    button.addEventListener("click", () => {
      document.documentElement.dataset.theme = dark() ? "light" : "dark";
      say();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", say);
    say();
    button.hidden = false;
  }

  ChallengeSets.theme = theme;
})();
