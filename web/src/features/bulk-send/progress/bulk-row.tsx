import { shownAddress } from "@sheaf/contract/shown-address";
import type { ReactNode } from "react";
import { pages } from "@sheaf/contract/pages";
import { Ban, Check, TriangleAlert } from "lucide-react";
import type { BulkPerson } from "../../../data/bulk/bulk.models.ts";
import { formatDate } from "../../../lib/dates.ts";
import { AppError, errorSentences } from "../../../lib/errors.ts";
import { Link } from "../../../lib/navigation.tsx";
import { useCopyRequestLink } from "../../../steps/lists/use-copy-request-link.ts";
import { Button, buttonClass } from "../../../ui/forms/button.tsx";
import { AddressText } from "../../../ui/layout/address-text.tsx";
import { Avatar } from "../../../ui/layout/avatar.tsx";
import { VisuallyHidden } from "../../../ui/theme/visually-hidden.tsx";
import styles from "../bulk-send.module.css";
import { isProblem, sentText } from "./progress-text.models.ts";

interface BulkRowProps {
  person: BulkPerson;
  isPaused: boolean;
  now: Date;
}

/** One person: what became of their request, and what to do about it. */
export function BulkRow({ person, isPaused, now }: BulkRowProps) {
  const copy = useCopyRequestLink();
  const { label, name, email, dueOn, requestId, state, failure } = person;
  return (
    <article className={styles["row"]} data-problem={isProblem(person) || undefined} aria-label={label}>
      <div className={styles["person"]}>
        <Avatar name={label} size="large" />
        <div>
          <h2>
            <AddressText text={label} />
          </h2>
          {name !== "" && (
            <p>
              <AddressText text={shownAddress(email)} />
            </p>
          )}
        </div>
      </div>
      <p className={styles["due"]}>
        <VisuallyHidden>Due: </VisuallyHidden>
        {dueOn === null ? "—" : formatDate(dueOn, { now })}
      </p>
      <p className={styles["state"]} data-state={state}>
        <StateText person={person} isPaused={isPaused} now={now} />
      </p>
      <div className={styles["does"]}>
        {state === "failed" && <p>{failure !== null && errorSentences(new AppError(failure)).what}</p>}
        {state === "unreachable" && <p>We can’t email this address</p>}
        {state === "unreachable" && requestId !== null && (
          <>
            <Button size="small" busy={copy.isBusy} onClick={() => void copy.copy(requestId)}>
              Copy link
            </Button>
            <Link className={buttonClass({ size: "small" })} to={pages.request.href({ id: requestId })}>
              Correct address
            </Link>
          </>
        )}
        {(state === "sent" || state === "sending") && requestId !== null && (
          <Link
            className={buttonClass({ size: "small", variant: "quiet" })}
            to={pages.request.href({ id: requestId })}
            aria-label={`Open the request to ${label}`}
          >
            Open
          </Link>
        )}
      </div>
    </article>
  );
}

function StateText({ person: { state, sentAt }, isPaused, now }: BulkRowProps): ReactNode {
  switch (state) {
    case "failed":
      return (
        <>
          <TriangleAlert aria-hidden="true" /> Not sent
        </>
      );
    case "unreachable":
      return (
        <>
          <Ban aria-hidden="true" /> No email
        </>
      );
    case "sending":
      return (
        <>
          <span className={styles["spinner"]} aria-hidden="true" /> Sending…
        </>
      );
    case "sent":
      return (
        <>
          <Check aria-hidden="true" /> {sentText(sentAt, { now })}
        </>
      );
    case "stopped":
      return "Not sent";
    case "waiting":
    default:
      return isPaused ? "Paused" : "Waiting";
  }
}
