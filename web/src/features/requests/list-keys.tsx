import { type KeyMeanings, KeysDialog } from "../../ui/layout/keys.tsx";

const listKeys: KeyMeanings = [
  ["N", "New request"],
  ["/", "Search"],
  ["J", "Next request"],
  ["K", "Previous request"],
  ["Enter", "Open the request"],
  ["X", "Select the request"],
  ["Esc", "Clear the selection"],
  ["?", "Show this list"],
];

/** The keys of the list. */
export function ListKeys({ onClose }: { onClose: () => void }) {
  return <KeysDialog keys={listKeys} open onClose={onClose} />;
}
