import { CalendarDays } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useMuteRequest } from "../../../data/inbox/mute-request.mutation.ts";
import type { ReceivedRequest } from "../../../data/inbox/received-request.models.ts";
import { formatDate } from "../../../lib/dates.ts";
import { useNow } from "../../../lib/now.ts";
import { Button } from "../../../ui/forms/button.tsx";
import styles from "./more-time.module.css";

const MoreTimeDialog = lazy(async () => ({
  default: (await import("./more-time-dialog.tsx")).MoreTimeDialog,
}));

/** The recipient's date for the rest and their choice about email, with a button to change them. */
export function MoreTime({ request }: { request: ReceivedRequest }) {
  const [isOpen, setOpen] = useState(false);
  const mute = useMuteRequest();
  const now = useNow();
  const { promisedOn, isMuted } = request;
  return (
    <section className={styles["line"]} aria-label="Time and reminders">
      <CalendarDays aria-hidden="true" />
      <p>
        {promisedOn === null ? (
          "Need more time?"
        ) : (
          <>
            You’ll have the rest by <b>{formatDate(promisedOn, { now })}</b>.
          </>
        )}
        {isMuted && " You get no email about this request."}
      </p>
      {isMuted ? (
        <Button
          size="small"
          busy={mute.isPending}
          onClick={() => mute.mutate({ requestId: request.id, isMuted: false })}
        >
          Get email again
        </Button>
      ) : (
        <Button size="small" onClick={() => setOpen(true)}>
          {promisedOn === null ? "I’ll have it by…" : "Change"}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <MoreTimeDialog request={request} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
