import { Ellipsis, Link as LinkIcon } from "lucide-react";
import { errorSentences } from "../../../lib/errors.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import { useLinkDialogs } from "../link/use-link-dialogs.tsx";
import { RecipientList } from "../recipients/recipient-list.tsx";
import { NextReminder } from "../reminders/next-reminder.tsx";
import type { useRemind } from "../reminders/use-remind.ts";
import styles from "./request-panel.module.css";
import { RequestSettings, type RequestSettingsProps } from "./request-settings.tsx";

interface RequestPanelProps extends RequestSettingsProps {
  /** True right after sending: the page opens with the link, unless Sheaf emails it. */
  justSent: boolean;
  reminding: ReturnType<typeof useRemind>;
}

/** The people, the next reminder and the settings of a request. */
export function RequestPanel({
  request,
  myId,
  now,
  justSent,
  reminding,
  removed,
  onRepeat,
}: RequestPanelProps) {
  const isOpen = request.status === "open" || request.status === "done";
  return (
    <Card className={styles["panel"]}>
      {isOpen && <People request={request} now={now} justSent={justSent} />}
      {request.status === "open" && <NextReminder request={request} now={now} reminding={reminding} />}
      <RequestSettings request={request} myId={myId} now={now} removed={removed} onRepeat={onRepeat} />
    </Card>
  );
}

function People({ request, now, justSent }: Pick<RequestPanelProps, "request" | "now" | "justSent">) {
  const { link, token, copy, share, replace, dialogs } = useLinkDialogs(request, now, justSent);
  return (
    <section aria-labelledby="request-people" className={styles["people"]}>
      <RecipientList
        request={request}
        now={now}
        copyLink={
          <Button
            size="small"
            icon={<LinkIcon aria-hidden="true" />}
            aria-label="Copy link to this request"
            disabled={!token}
            onClick={() => void copy()}
          >
            Copy link
          </Button>
        }
        linkOptions={
          <Menu
            label="More link options"
            variant="quiet"
            size="small"
            items={[
              { label: "Share or email", onSelect: share },
              { label: "Replace the link", onSelect: replace },
            ]}
          >
            <Ellipsis aria-hidden="true" />
          </Menu>
        }
      />
      {link.isError && (
        <div className={styles["failure"]}>
          <p>{errorSentences(link.error).what}</p>
          <Button size="small" onClick={() => void link.refetch()} busy={link.isFetching}>
            Try again
          </Button>
        </div>
      )}
      {dialogs}
    </section>
  );
}
