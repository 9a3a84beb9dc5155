import { Dialog } from "../overlays/dialog.tsx";
import styles from "./keys.module.css";

/** A list of keyboard shortcuts. Keys are separated by spaces, with "or" between those that do the opposite. */
export type KeyMeanings = readonly (readonly [key: string, meaning: string])[];

function KeyList({ keys }: { keys: KeyMeanings }) {
  return (
    <dl className={styles["keys"]}>
      {keys.map(([key, meaning]) => (
        <div key={key}>
          <dt>
            {key.split(" ").map((cap) =>
              cap === "or" ? (
                <span key={cap}>or</span>
              ) : (
                <kbd key={cap} translate="no">
                  {cap}
                </kbd>
              ),
            )}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

interface KeysDialogProps {
  keys: KeyMeanings;
  open: boolean;
  onClose: () => void;
}

export function KeysDialog({ keys, open, onClose }: KeysDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} size="small" title="Keyboard shortcuts">
      <KeyList keys={keys} />
    </Dialog>
  );
}
