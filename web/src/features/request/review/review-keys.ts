import type { KeyMeanings } from "../../../ui/layout/keys.tsx";

/** The arrow that points onward is the next file's. */
export const reviewKeys = (): KeyMeanings => {
  const [onward, back] = document.dir === "rtl" ? ["←", "→"] : ["→", "←"];
  return [
    ["R", "Start reviewing; while reviewing, return the item"],
    ["A", "Accept the item"],
    ["X", "Return only this file, or keep it"],
    ["U", "Undo the last decision"],
    [`J or ${onward}`, "Next file"],
    [`K or ${back}`, "Previous file"],
    ["N", "Next item"],
    ["P", "Previous item"],
    ["C", "Compare with the returned file"],
    ["+ or −", "Zoom in or out"],
    ["0", "Fit the page"],
    ["W", "Fit the width"],
    ["T", "Rotate"],
    ["← ↑ → ↓", "Move a page that is zoomed in"],
    ["PgUp or PgDn", "Scroll the file"],
    ["S", "Set the file aside, or put it back"],
    ["D", "Download the file"],
    ["Esc", "Close"],
    ["?", "Show this list"],
  ];
};
