import type { KeyMeanings } from "../../../ui/layout/keys.tsx";

export const reviewKeys: KeyMeanings = [
  ["R", "Start reviewing; while reviewing, return the item"],
  ["A", "Accept the item"],
  ["X", "Return only this file, or keep it"],
  ["U", "Undo the last decision"],
  ["J or →", "Next file"],
  ["K or ←", "Previous file"],
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
