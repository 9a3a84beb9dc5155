import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSendUpdate } from "../../../data/requests/send-update.mutation.ts";
import type { Request } from "../../../data/requests/request.models.ts";
import { updateLeavesOptions } from "../../../data/requests/update-leaves.query.ts";
import { formatMoment } from "../../../lib/dates.ts";
import { errorText } from "../../../lib/errors.ts";
import { useNow } from "../../../lib/now.ts";
import { useFocusFallback } from "../../../lib/use-focus-fallback.ts";
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
  const notice = useWaitingEmail(request);
  const { group, groupProps } = useFocusFallback(notice.leavesAt ?? "");
  return (
    // Keeps the focus of a button that goes with the notice.
    <div ref={group} {...groupProps} tabIndex={-1} role="group" aria-label="Email about your decisions">
      {notice.leavesAt !== undefined && (
        <WaitingEmail
          request={request}
          progress={progress}
          leavesAt={notice.leavesAt}
          onClose={notice.close}
        />
      )}
    </div>
  );
}

/** When the email leaves; undefined if none waits, or its notice was closed. */
function useWaitingEmail(request: Request): { leavesAt: string | undefined; close: () => void } {
  const now = useNow();
  const { data: leavesAt = null } = useQuery({
    ...updateLeavesOptions({ requestId: request.id }),
    enabled: request.phase === "open" && hasReturns(request.items),
  });
  /** Milliseconds: when the email whose notice was closed would have left. One that is sent at once leaves before that. */
  const [closed, setClosed] = useState(0);
  const isWaiting =
    request.phase === "open" &&
    hasReturns(request.items) &&
    leavesAt !== null &&
    Date.parse(leavesAt) > Math.max(closed, now.getTime());
  return { leavesAt: isWaiting ? leavesAt : undefined, close: () => setClosed(Date.parse(leavesAt ?? "")) };
}

interface WaitingEmailProps extends ResultNoticeProps {
  leavesAt: string;
  onClose: () => void;
}

function WaitingEmail({ request, progress, leavesAt, onClose }: WaitingEmailProps) {
  const now = useNow();
  const send = useSendUpdate();
  const toast = useToast();
  const { made, clearDecisions: clear } = progress;
  const told = toldPeople(request.people);

  const sendNow = () =>
    void whenDone(send.mutateAsync({ requestId: request.id }), () => {
      toast({ message: `Emailing ${listOf(told)}`, tone: "success" });
      close();
    });
  const close = () => {
    onClose();
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
