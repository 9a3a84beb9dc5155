import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSendUpdate } from "../../../data/requests/send-update.mutation.ts";
import type { Request } from "../../../data/requests/request.models.ts";
import { updateLeavesOptions } from "../../../data/requests/update-leaves.query.ts";
import { formatMoment } from "../../../lib/dates.ts";
import { errorText } from "../../../lib/errors.ts";
import { useNow } from "../../../lib/now.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import styles from "./result-notice.module.css";
import { decisionCounts, hasReturns, leavesText, listOf, toldPeople } from "./review-result.models.ts";
import type { ReviewProgress } from "./use-review-progress.ts";

interface ResultNoticeProps {
  request: Request;
  progress: Pick<ReviewProgress, "made" | "clearDecisions">;
}

/** After returns, while the email about them waits: who is told when, and on this visit what was decided. */
export function ResultNotice({ request, progress }: ResultNoticeProps) {
  const now = useNow();
  const { data: leavesAt = null } = useQuery({
    ...updateLeavesOptions({ requestId: request.id }),
    enabled: request.phase === "open" && hasReturns(request.items),
  });
  const send = useSendUpdate();
  const toast = useToast();
  /** The email whose notice was closed. */
  const [closed, setClosed] = useState<string>();
  const { made, clearDecisions: clear } = progress;
  const told = toldPeople(request.people);
  const isWaiting = leavesAt !== null && leavesAt !== closed && Date.parse(leavesAt) > now.getTime();
  if (!isWaiting || request.phase !== "open" || !hasReturns(request.items)) return null;

  const sendNow = () =>
    void whenDone(send.mutateAsync({ requestId: request.id }), () => {
      toast({ message: `Emailing ${listOf(told)}`, tone: "success" });
      clear();
    });
  const close = () => {
    setClosed(leavesAt);
    clear();
  };
  return (
    <section className={styles["notice"]} aria-label="Your decisions">
      <Notice tone="submitted">
        <div className={styles["row"]}>
          <p>
            {made.length > 0 && (
              <>
                <b>{decisionCounts(made)}.</b>{" "}
              </>
            )}
            {leavesText(told, formatMoment(leavesAt, { now }))}
          </p>
          <div className={styles["actions"]}>
            {told.length > 0 && (
              <Button size="small" onClick={sendNow} busy={send.isPending}>
                Send now
              </Button>
            )}
            <Button size="small" variant="quiet" onClick={close}>
              Close
            </Button>
          </div>
        </div>
        {send.error && <p role="alert">{errorText(send.error)}</p>}
      </Notice>
    </section>
  );
}
