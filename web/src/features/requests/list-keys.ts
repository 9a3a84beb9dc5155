import type { KeyMeanings } from "../../ui/layout/keys.tsx";

export const listKeys: KeyMeanings = [
  ["N", "New request"],
  ["/", "Search"],
  ["J", "Next request"],
  ["K", "Previous request"],
  ["Enter", "Open the request"],
  ["?", "Show this list"],
];
