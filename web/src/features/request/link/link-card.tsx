import { useQuery } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import type { Request } from "../../../data/requests/request.models.ts";
import { requestLinkOptions } from "../../../data/requests/request-link.query.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import { Skeleton } from "../../../ui/status/skeleton.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import styles from "./link-card.module.css";
import { LinkDialog, type LinkOccasion } from "./link-dialog.tsx";
import { linkUrl, shortLink } from "./link.models.ts";
import { ReplaceLinkDialog } from "./replace-link-dialog.tsx";

interface LinkCardProps {
  request: Request;
  now: Date;
  /** True right after sending: the link dialog opens at once, unless Sheaf emails the link. */
  justSent: boolean;
}

/** The request's permanent link, with copying, sharing and replacing. */
export function LinkCard({ request, now, justSent }: LinkCardProps) {
  const link = useQuery(requestLinkOptions({ id: request.id }));
  const [open, setOpen] = useState<LinkOccasion | "replace" | null>(
    justSent && !request.isInviting ? "sent" : null,
  );
  const toast = useToast();
  const token = link.data;

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
    if (open === "sent") history.replaceState(null, "");
    setOpen(null);
  };
  const copy = async () => {
    if (!token) return;
    try {
      await navigator.clipboard.writeText(linkUrl(token, location.origin));
      toast({ message: "Link copied", tone: "success" });
    } catch {
      // Without clipboard permission, the dialog shows the link for copying by hand.
      setOpen("share");
    }
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
