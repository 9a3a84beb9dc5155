import { Check } from "lucide-react";
import styles from "./bulk-send.module.css";

const names = ["Template", "People", "Check and send"];

/** The three steps of sending to many; `at` is the current one, from 0. */
export function Steps({ at }: { at: number }) {
  return (
    <ol className={styles["steps"]} aria-label="Steps">
      {names.map((name, index) => (
        <li key={name} data-done={index < at || undefined} aria-current={index === at ? "step" : undefined}>
          <span aria-hidden="true">{index < at ? <Check /> : index + 1}</span>
          {name}
        </li>
      ))}
    </ol>
  );
}
