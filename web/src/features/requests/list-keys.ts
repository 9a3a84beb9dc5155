import type { KeyMeanings } from "../../ui/keys.tsx";

export const listKeys: KeyMeanings = [
  ["N", "New request"],
  ["/", "Search"],
  ["J", "Next request"],
  ["K", "Previous request"],
  ["Enter", "Open the request"],
  ["?", "This list"],
];
