import type { ReactNode } from "react";
import styles from "./chip.module.css";
import { classNames } from "../theme/class-names.ts";
import { type ItemState, itemStateLabels } from "./item-state.ts";

interface ChipProps {
  tone?: "plain" | "outline" | "waiting" | "submitted" | "returned" | "accepted";
  className?: string | undefined;
  children: ReactNode;
}

export function Chip({ tone = "plain", className, children }: ChipProps) {
  return <span className={classNames(styles["chip"], styles[tone], className)}>{children}</span>;
}

const tones = {
  missing: "waiting",
  partial: "submitted",
  submitted: "submitted",
  returned: "returned",
  accepted: "accepted",
  waived: "plain",
} as const;

/** The state of an item as a coloured label; `children` replaces its text. */
export function StatusChip({ state, children }: { state: ItemState; children?: ReactNode }) {
  return <Chip tone={tones[state]}>{children ?? itemStateLabels[state]}</Chip>;
}
