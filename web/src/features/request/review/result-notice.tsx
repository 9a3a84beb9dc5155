import { useSendUpdate } from "../../../data/requests/send-update.mutation.ts";
import type { Request } from "../../../data/requests/request.models.ts";
import { errorText } from "../../../lib/errors.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import styles from "./result-notice.module.css";
import { decisionCounts, listOf, toldPeople, toldText } from "./review-result.models.ts";
import type { ReviewProgress } from "./use-review-progress.ts";

interface ResultNoticeProps {
  request: Request;
  progress: Pick<ReviewProgress, "made" | "clearDecisions">;
}

/** After returns: what was decided, and who is emailed about it when. */
export function ResultNotice({ request, progress }: ResultNoticeProps) {
  const send = useSendUpdate();
  const toast = useToast();
  const { made, clearDecisions: clear } = progress;
  const told = toldPeople(request.people);
  if (request.phase !== "open" || !made.some(({ decision }) => decision === "return")) return null;

  const sendNow = () =>
    void whenDone(send.mutateAsync({ requestId: request.id }), () => {
      toast({ message: `Emailing ${listOf(told)}`, tone: "success" });
      clear();
    });
  return (
    <section className={styles["notice"]} aria-label="Your decisions">
      <Notice tone="submitted">
        <div className={styles["row"]}>
          <p>
            <b>{decisionCounts(made)}.</b> {toldText(told)}
          </p>
          <div className={styles["actions"]}>
            {told.length > 0 && (
              <Button size="small" onClick={sendNow} busy={send.isPending}>
                Send now
              </Button>
            )}
            <Button size="small" variant="quiet" onClick={clear}>
              Close
            </Button>
          </div>
        </div>
        {send.error && <p role="alert">{errorText(send.error)}</p>}
      </Notice>
    </section>
  );
}
