import { type KeyMeanings, KeysDialog } from "../../ui/layout/keys.tsx";

const peopleKeys: KeyMeanings = [
  ["N", "New request"],
  ["/", "Search"],
  ["J", "Next person"],
  ["K", "Previous person"],
  ["Enter", "Open the person"],
  ["?", "Show this list"],
];

/** The keys of the list. */
export function PeopleKeys({ onClose }: { onClose: () => void }) {
  return <KeysDialog keys={peopleKeys} open onClose={onClose} />;
}
