import { StatusChip } from "../../ui/chip.tsx";
import { Segments } from "../../ui/segments.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import styles from "./landing.module.css";

const items = [
  { title: "Identity document", state: "accepted" },
  { title: "Employment contract", state: "accepted" },
  { title: "Last 3 payslips", state: "submitted" },
  { title: "Letter from landlord", state: "missing" },
] as const;

/** A picture of a checklist, made of its real parts. */
export function SampleRequest() {
  return (
    <figure className={styles["sample"]} aria-label="A checklist with one thing left">
      <p className={styles["title"]}>New flat, 14 Elm Street</p>
      <Segments
        size="medium"
        segments={items.map(({ state }) => state)}
        label="2 accepted, 1 sent, 1 missing"
      />
      <p className={styles["left"]}>1 thing left</p>
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
