import type { MarkShape } from "./item-mark.models.ts";
import styles from "./item-mark.module.css";

const paths: Record<MarkShape, string | undefined> = {
  missing: undefined,
  optional: undefined,
  sending: "M10 2a8 8 0 1 1-6.6 12.5",
  partial: "M10 10V4.8A5.2 5.2 0 1 1 5.5 12.6z",
  sent: "M10 10h.01",
  declined: "m6.6 13.4 6.8-6.8",
  returned: "M8.3 12.7 5.7 10l2.6-2.7M5.9 10h5.3a2.4 2.4 0 0 1 0 4.7",
  accepted: "m6.2 10.3 2.6 2.6 5-5.3",
};

/** The round mark before an item. Decorative, because the state is also shown as text. */
export function ItemMark({ shape }: { shape: MarkShape }) {
  return (
    <svg className={styles["mark"]} data-shape={shape} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r={shape === "returned" || shape === "accepted" ? 9 : 8} />
      {paths[shape] && <path d={paths[shape]} />}
    </svg>
  );
}
