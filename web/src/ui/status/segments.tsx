import { classNames } from "../theme/class-names.ts";
import type { ItemState } from "./item-state.ts";
import styles from "./segments.module.css";

interface SegmentsProps {
  /** One per item, in display order, and gaps. */
  segments: readonly (ItemState | "declined" | "optional" | "gap")[];
  /** Text alternative: "4 of 9 accepted, 2 missing". */
  label: string;
  size?: "small" | "medium";
  /** Position of the segment with a ring around it, from 0. */
  current?: number;
}

/** Progress with one mark per item. Missing items are hollow, so that the bar is readable without colour. */
export function Segments({ segments, label, size = "small", current }: SegmentsProps) {
  return (
    <div role="img" aria-label={label} className={classNames(styles["segments"], styles[size])}>
      {Array.from(segments, (state, place) => (
        <i key={place} data-state={state} data-current={place === current ? "" : undefined} />
      ))}
    </div>
  );
}
