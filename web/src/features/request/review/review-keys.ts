import type { KeyMeanings } from "../../../ui/layout/keys.tsx";

export const reviewKeys: KeyMeanings = [
  ["R", "Start reviewing; while reviewing, return the item"],
  ["J or →", "Next file"],
  ["K or ←", "Previous file"],
  ["A", "Accept the item"],
  ["X", "Return only this file, or keep it"],
  ["U", "Undo the last decision"],
  ["S", "Set the file aside, or put it back"],
  ["D", "Download the file"],
  ["Page Up, Page Down", "Scroll the file"],
  ["Esc", "Close"],
  ["?", "Show this list"],
];
