import { Dialog } from "../../ui/dialog.tsx";
import styles from "./keys-dialog.module.css";

const keys: readonly (readonly [string, string])[] = [
  ["R", "Review what came in; in the review, return it with a reason"],
  ["J or →", "Next file"],
  ["K or ←", "Previous file"],
  ["A", "Accept what is shown"],
  ["U", "Take back the last decision"],
  ["D", "Download the file that is shown"],
  ["Esc", "Close"],
  ["?", "This list"],
];

export function KeyList() {
  return (
    <dl className={styles["keys"]}>
      {keys.map(([key, meaning]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} size="small" title="Keys">
      <KeyList />
    </Dialog>
  );
}
