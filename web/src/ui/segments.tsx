import { classNames } from "./class-names.ts";
import type { ItemState } from "./item-state.ts";
import styles from "./segments.module.css";

interface SegmentsProps {
  /** One per item, in the order of the list. */
  segments: readonly ItemState[];
  /** The same in words: "4 of 9 accepted, 2 missing". */
  label: string;
  size?: "small" | "medium";
}

/** Progress as one mark per item; what is missing stays hollow, so that it reads without colour. */
export function Segments({ segments, label, size = "small" }: SegmentsProps) {
  return (
    <div role="img" aria-label={label} className={classNames(styles["segments"], styles[size])}>
      {Array.from(segments, (state, place) => (
        <i key={place} data-state={state} />
      ))}
    </div>
  );
}
