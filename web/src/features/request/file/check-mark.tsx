import { Clock, FileWarning, ShieldCheck } from "lucide-react";
import type { FileCheck } from "../../../data/files/file-check.models.ts";
import { VisuallyHidden } from "../../../ui/theme/visually-hidden.tsx";
import styles from "./check-mark.module.css";

const icons = { checking: Clock, verified: ShieldCheck, damaged: FileWarning };
const texts = {
  checking: "Checking…",
  verified: "Verified",
  damaged: "Damaged. Ask for it again.",
};

/** The worker's result for a stored file, in the corner of its picture. */
export function CheckMark({ check }: { check: FileCheck }) {
  const Icon = icons[check];
  return (
    <span className={styles["mark"]} data-check={check} title={texts[check]}>
      <Icon aria-hidden="true" />
      <VisuallyHidden>{texts[check]}</VisuallyHidden>
    </span>
  );
}
