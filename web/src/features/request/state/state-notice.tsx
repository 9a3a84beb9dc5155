import type { Request } from "../../../data/requests/request.models.ts";
import type { ErrorSentences } from "../../../lib/errors.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import { type StateNoticeText, stateNotice } from "./state.models.ts";
import styles from "./state-notice.module.css";

interface StateNoticeProps {
  request: Request;
  now: Date;
  /** Time at which it was put into the bin; null unless it is there. */
  deletedAt: string | null;
  busy: boolean;
  /** Failure of the last change. */
  failure: ErrorSentences | null;
  onChange: (change: NonNullable<StateNoticeText["way"]>["change"]) => void;
}

/** Says that a request takes nothing at the moment, with the button that ends this. */
export function StateNotice({ request, now, deletedAt, busy, failure, onChange }: StateNoticeProps) {
  const notice = stateNotice(request, now, deletedAt);
  if (!notice && !failure) return null;
  const way = notice?.way;
  return (
    <div className={styles["notices"]}>
      {notice && (
        <Notice tone={request.phase === "paused" ? "waiting" : "plain"}>
          <div className={styles["row"]}>
            <p>{notice.text}</p>
            {way && (
              <Button size="small" busy={busy} onClick={() => onChange(way.change)}>
                {way.label}
              </Button>
            )}
          </div>
        </Notice>
      )}
      {failure && (
        <Notice tone="returned" announce>
          {failure.what} {failure.next}
        </Notice>
      )}
    </div>
  );
}
