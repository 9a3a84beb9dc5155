import { buttonClass } from "../../ui/forms/button.tsx";
import { StatusChip } from "../../ui/status/chip.tsx";
import { StatusMark } from "../../ui/status/status-mark.tsx";
import styles from "./samples.module.css";

/** Illustration: a photo of a statement whose right edge is missing, and the reason for returning it. */
export function ReviewSample() {
  return (
    <div
      className={styles["review"]}
      role="img"
      aria-label="A photo of a bank statement is returned with the reason: The right edge is missing. Please download the PDF from your bank."
    >
      <span className={styles["photo"]}>
        <i />
      </span>
      <div>
        <small>IMG_2210.jpg</small>
        <p>The right edge is missing. Please download the PDF from your bank.</p>
        <span className={buttonClass({ variant: "primary", size: "small" })}>Return</span>
        <span className={buttonClass({ variant: "quiet", size: "small" })}>Accept instead</span>
      </div>
    </div>
  );
}

/** Illustration: a reminder that lists two of nine items. */
export function ReminderSample() {
  return (
    <div
      className={styles["sample"]}
      role="img"
      aria-label="An emailed reminder with 2 items left: a returned bank statement, and a statement that was promised for 26 November. The 7 others have arrived, so they aren’t listed."
    >
      <small>Thu 27 Nov, 09:00, to Ana</small>
      <b>2 items left</b>
      <ul>
        <li>
          <StatusMark state="returned" />
          <span>
            Bank interest statement
            <small data-tone="returned">“The right edge is missing.”</small>
          </span>
          <StatusChip state="returned" />
        </li>
        <li>
          <StatusMark state="missing" />
          <span>
            Rental income statement
            <small>You planned to have it by Wed 26 Nov.</small>
          </span>
          <StatusChip state="missing" />
        </li>
        <li data-tone="quiet">
          <StatusMark state="accepted" />
          <span>7 others have arrived, so they aren’t listed</span>
        </li>
      </ul>
    </div>
  );
}

// Long names break before the month.
const checked = [
  { name: "Payslip_\u200bOctober.pdf", isSame: true },
  { name: "Payslip_\u200bNovember.pdf", isSame: true },
  { name: "Interest_2024.pdf", isSame: false },
];

/** Illustration: a genuine receipt, two files that it has, and one that differs. */
export function ReceiptSample() {
  return (
    <div
      className={styles["sample"]}
      role="img"
      aria-label="A genuine receipt. Two payslips are the same files that were received, and a third file is different."
    >
      <p>
        <StatusMark state="accepted" />
        <span>
          <b>This receipt is genuine</b>
          <small>Signed Fri 28 Nov 2025, 10:24</small>
        </span>
      </p>
      <ul>
        {checked.map(({ name, isSame }) => (
          <li key={name}>
            <span>{name}</span>
            <em data-tone={isSame ? "accepted" : "returned"}>
              <StatusMark state={isSame ? "accepted" : "returned"} />
              {isSame ? "The same file" : "Different"}
            </em>
          </li>
        ))}
      </ul>
    </div>
  );
}
