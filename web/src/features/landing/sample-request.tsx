import { StatusChip } from "../../ui/status/chip.tsx";
import { Segments } from "../../ui/status/segments.tsx";
import { StatusMark } from "../../ui/status/status-mark.tsx";
import styles from "./landing.module.css";

const items = [
  { title: "Identity document", state: "accepted" },
  { title: "Employment contract", state: "accepted" },
  { title: "Last 3 payslips", state: "submitted" },
  { title: "Letter from landlord", state: "missing" },
] as const;

/** Illustration of a checklist, built from the real components. */
export function SampleRequest() {
  return (
    <figure className={styles["sample"]} aria-label="A checklist with one item left">
      <p className={styles["title"]}>New flat, 14 Elm Street</p>
      <Segments
        size="medium"
        segments={items.map(({ state }) => state)}
        label="2 accepted, 1 sent, 1 missing"
      />
      <p className={styles["left"]}>1 item left</p>
      <ul>
        {items.map(({ title, state }) => (
          <li key={title}>
            <StatusMark state={state} />
            <span>{title}</span>
            {state !== "accepted" && (
              <StatusChip state={state}>{state === "submitted" ? "Sent" : undefined}</StatusChip>
            )}
          </li>
        ))}
      </ul>
    </figure>
  );
}
