import type { KeyMeanings } from "../../ui/keys.tsx";

export const reviewKeys: KeyMeanings = [
  ["R", "Review what came in; in the review, return it with a reason"],
  ["J or →", "Next file"],
  ["K or ←", "Previous file"],
  ["A", "Accept what is shown"],
  ["U", "Take back the last decision"],
  ["D", "Download the file that is shown"],
  ["Esc", "Close"],
  ["?", "This list"],
];
