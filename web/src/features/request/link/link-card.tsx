import { Ellipsis } from "lucide-react";
import { useState } from "react";
import type { Request } from "../../../data/requests/request.models.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import { Skeleton } from "../../../ui/status/skeleton.tsx";
import styles from "./link-card.module.css";
import { LinkDialog, type LinkOccasion } from "./link-dialog.tsx";
import { shortLink } from "./link.models.ts";
import { ReplaceLinkDialog } from "./replace-link-dialog.tsx";
import { useCopyLink } from "./use-copy-link.ts";

interface LinkCardProps {
  request: Request;
  now: Date;
  /** True right after sending: the link dialog opens at once, unless Sheaf emails the link. */
  justSent: boolean;
}

/** The request's permanent link, with copying, sharing and replacing. */
export function LinkCard({ request, now, justSent }: LinkCardProps) {
  const [open, setOpen] = useState<LinkOccasion | "replace" | null>(
    justSent && !request.isInviting ? "share" : null,
  );
  // Without clipboard permission, the dialog shows the link for copying by hand.
  const { link, token, copy } = useCopyLink(request.id, () => setOpen("share"));

  if (link.isError) {
    const { what } = errorSentences(link.error);
    return (
      <Card className={styles["card"]}>
        <p className={styles["hint"]}>{what}</p>
        <Button size="small" onClick={() => void link.refetch()} busy={link.isFetching}>
          Try again
        </Button>
      </Card>
    );
  }
  const closeDialog = () => {
    // A reload doesn't show it again.
    if (justSent) history.replaceState(null, "");
    setOpen(null);
  };
  return (
    <Card className={styles["card"]}>
      <div className={styles["row"]}>
        {token ? <code>{shortLink(token, location.host)}</code> : <Skeleton width="150px" height="16px" />}
        <Button size="small" onClick={() => void copy()} aria-label="Copy the link" disabled={!token}>
          Copy
        </Button>
      </div>
      <div className={styles["row"]}>
        <p className={styles["hint"]}>Only the recipients can open it.</p>
        <Menu
          label="More link options"
          variant="quiet"
          size="small"
          items={[
            { label: "Share or email", onSelect: () => setOpen("share") },
            { label: "Replace the link", onSelect: () => setOpen("replace") },
          ]}
        >
          <Ellipsis aria-hidden="true" />
        </Menu>
      </div>
      {token && open !== null && open !== "replace" && (
        <LinkDialog occasion={open} onClose={closeDialog} request={request} token={token} now={now} />
      )}
      <ReplaceLinkDialog
        open={open === "replace"}
        onClose={() => setOpen(null)}
        requestId={request.id}
        onReplaced={() => setOpen("replaced")}
      />
    </Card>
  );
}
