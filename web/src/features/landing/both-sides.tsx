import { buttonClass } from "../../ui/forms/button.tsx";
import { Logo } from "../../ui/layout/logo.tsx";
import { Chip } from "../../ui/status/chip.tsx";
import type { ItemState } from "../../ui/status/item-state.ts";
import { Segments } from "../../ui/status/segments.tsx";
import { StatusMark } from "../../ui/status/status-mark.tsx";
import styles from "./both-sides.module.css";

interface SampleRequest {
  title: string;
  people: string;
  segments: readonly ItemState[];
  progress: string;
  due: string;
}

const [mortgage, ...others] = [
  {
    title: "Mortgage, 14 Elm Street",
    people: "Joel Tamm",
    segments: ["accepted", "accepted", "submitted", "missing", "missing"],
    progress: "1 to review, 2 missing",
    due: "Fri 28 Nov",
  },
  {
    title: "Tax return 2024",
    people: "Ana and Tomás Duarte",
    segments: ["accepted", "accepted", "accepted", "submitted", "returned", "missing", "missing"],
    progress: "1 to review, 1 returned",
    due: "Wed 3 Dec",
  },
  {
    title: "New hire: right to work",
    people: "Sofia Brandt",
    segments: ["submitted", "submitted", "submitted", "submitted"],
    progress: "All here, 4 to review",
    due: "Mon 8 Dec",
  },
  {
    title: "Insurance claim 88-1042",
    people: "Priya Raman",
    segments: ["missing", "missing", "missing", "missing", "missing", "missing"],
    progress: "Not opened yet",
    due: "Thu 11 Dec",
  },
] as const satisfies readonly [SampleRequest, ...SampleRequest[]];

const items = [
  { title: "Payslip, October", state: "submitted", note: "Payslip_Oct.pdf, sent at 10:24" },
  { title: "Letter from landlord", state: "missing" },
  { title: "Bank statement", state: "missing" },
  { title: "Identity document", state: "accepted" },
  { title: "Employment contract", state: "accepted" },
] as const satisfies readonly { title: string; state: ItemState; note?: string }[];

/** Illustration: a file arrives from a recipient's phone in the list of the person who asked. */
export function BothSides() {
  return (
    <figure className={styles["sides"]}>
      <div
        role="img"
        aria-label="A list of requests on a computer, and one of them on a recipient’s phone. A payslip that was just sent from the phone shows up in the list as new."
      >
        <div className={styles["window"]}>
          <div className={styles["sidebar"]}>
            <b>
              <Logo size={20} />
              Sheaf
            </b>
            <span>
              Requests <em>4</em>
            </span>
            <span>Needed from you</span>
            <span>People</span>
            <span>Templates</span>
          </div>
          <div className={styles["list"]}>
            <p>
              <b>Requests</b>
              <span className={buttonClass({ size: "small" })}>New request</span>
            </p>
            <Row request={mortgage} arrived="Joel added Payslip_Oct.pdf" />
            {others.map((request) => (
              <Row key={request.title} request={request} />
            ))}
          </div>
        </div>
        <span className={styles["file"]}>Payslip_Oct.pdf</span>
        <div className={styles["phone"]}>
          <p className={styles["from"]}>
            <i>OL</i> Okafor & Lind
          </p>
          <b>{mortgage.title}</b>
          <p className={styles["left"]}>
            2 items left <Chip tone="waiting">Due {mortgage.due}</Chip>
          </p>
          <Segments size="medium" segments={mortgage.segments} label="2 accepted, 1 sent, 2 missing" />
          <ul>
            {items.map((item) => (
              <li key={item.title} data-new={"note" in item}>
                <StatusMark state={item.state} />
                <span>
                  {item.title}
                  {"note" in item && <small>{item.note}</small>}
                </span>
              </li>
            ))}
          </ul>
          <span className={buttonClass({ variant: "primary", block: true })}>Choose files</span>
        </div>
      </div>
      <figcaption>One request, both sides, the same moment.</figcaption>
    </figure>
  );
}

function Row({ request, arrived }: { request: SampleRequest; arrived?: string }) {
  const { title, people, segments, progress, due } = request;
  return (
    <div className={styles["row"]} data-new={arrived !== undefined}>
      <span>
        <b>{title}</b>
        <small>{people}</small>
      </span>
      <span>
        <Segments segments={segments} label={progress} />
        <small>{progress}</small>
      </span>
      <Chip tone={arrived === undefined ? "plain" : "waiting"}>{due}</Chip>
      {arrived !== undefined && (
        <span className={styles["arrived"]}>
          <em>New</em> {arrived}
        </span>
      )}
    </div>
  );
}
