"use strict";

/* The words that two texts do not share, by the longest common subsequence of their words. */
(() => {
  const ChallengeSets = (window.ChallengeSets = window.ChallengeSets || {});

  const WORD = /\s+|[\p{L}\p{M}\p{N}]+|./gsu;
  const MOST = 4e6; // cells of the table of lengths: two texts of 2,000 words

  /** The words of a text, each with its place in code points; white space counts as no word. */
  function words(text) {
    const found = [];
    let place = 0;
    for (const [word] of text.matchAll(WORD)) {
      const end = place + Array.from(word).length;
      if (word.trim()) found.push({ word, start: place, end });
      place = end;
    }
    return found;
  }

  /** Which words of each list stand in a longest common subsequence. */
  function common(left, right) {
    const kept = [new Set(), new Set()];
    let first = 0;
    while (first < left.length && first < right.length && left[first].word === right[first].word) {
      kept[0].add(first);
      kept[1].add(first);
      first += 1;
    }
    let [endL, endR] = [left.length, right.length];
    while (endL > first && endR > first && left[endL - 1].word === right[endR - 1].word) {
      kept[0].add((endL -= 1));
      kept[1].add((endR -= 1));
    }
    const [rows, columns] = [endL - first, endR - first];
    if (rows * columns > MOST) return kept;
    const lengths = Array.from({ length: rows + 1 }, () => new Uint16Array(columns + 1));
    for (let i = rows - 1; i >= 0; i -= 1) {
      for (let j = columns - 1; j >= 0; j -= 1) {
        lengths[i][j] = left[first + i].word === right[first + j].word
          ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
      }
    }
    for (let i = 0, j = 0; i < rows && j < columns;) {
      if (left[first + i].word === right[first + j].word) {
        kept[0].add(first + i);
        kept[1].add(first + j);
        i += 1;
        j += 1;
      } else if (lengths[i + 1][j] >= lengths[i][j + 1]) i += 1;
      else j += 1;
    }
    return kept;
  }

  /** Runs of words that are not kept, as marks.text takes them: start, end, 1, ... */
  function runsOf(found, kept) {
    const runs = [];
    found.forEach((word, place) => {
      if (kept.has(place)) return;
      const joins = place > 0 && !kept.has(place - 1) && runs.length;
      if (joins) runs[runs.length - 2] = word.end;
      else runs.push(word.start, word.end, 1);
    });
    return runs;
  }

  /** For each of two texts, the runs of words that the other has not. */
  function wordDiff(left, right) {
    const [a, b] = [words(left), words(right)];
    const kept = common(a, b);
    return [runsOf(a, kept[0]), runsOf(b, kept[1])];
  }

  Object.assign(ChallengeSets, { wordDiff });
})();
