import type { ItemState } from "./item-state.ts";
import styles from "./status-mark.module.css";

const shapes: Record<ItemState, string | undefined> = {
  missing: undefined,
  partial: "M10 10V6",
  submitted: "M10 10h.01",
  returned: "M6.5 10h7",
  accepted: "m6 10.4 2.7 2.7L14 7.4",
  waived: "M6.5 10h7",
};

/** The round mark before an item. Decorative, because the state is also shown as text. */
export function StatusMark({ state }: { state: ItemState }) {
  return (
    <svg className={styles["mark"]} data-state={state} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="9" />
      {shapes[state] && <path d={shapes[state]} />}
    </svg>
  );
}
