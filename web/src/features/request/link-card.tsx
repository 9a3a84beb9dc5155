import { useQuery } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import type { Request } from "../../data/requests/request.models.ts";
import { requestLinkOptions } from "../../data/requests/request-link.query.ts";
import { errorSentences } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useToast } from "../../ui/toast.tsx";
import styles from "./link-card.module.css";
import { LinkDialog } from "./link-dialog.tsx";
import { linkUrl, shortLink } from "./link.models.ts";
import { ReplaceLinkDialog } from "./replace-link-dialog.tsx";

interface LinkCardProps {
  request: Request;
  now: Date;
  /** The request has been sent a moment ago: its link is shown at once, large. */
  justSent: boolean;
}

/** The request's lasting link: copy it, hand it on, or replace it. */
export function LinkCard({ request, now, justSent }: LinkCardProps) {
  const link = useQuery(requestLinkOptions({ id: request.id }));
  const [open, setOpen] = useState<"share" | "replace" | null>(justSent ? "share" : null);
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
  const copy = async () => {
    if (!token) return;
    try {
      await navigator.clipboard.writeText(linkUrl(token, location.origin));
      toast({ message: "Link copied", tone: "success" });
    } catch {
      // Without leave to write to the clipboard the whole link is shown, to be copied by hand.
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
        <p className={styles["hint"]}>Only the people named can open it.</p>
        <Menu
          label="More with this link"
          variant="quiet"
          size="small"
          items={[
            { label: "Share or write an email", onSelect: () => setOpen("share") },
            { label: "Replace the link", onSelect: () => setOpen("replace") },
          ]}
        >
          <Ellipsis aria-hidden="true" />
        </Menu>
      </div>
      {token && (
        <LinkDialog
          open={open === "share"}
          onClose={() => setOpen(null)}
          request={request}
          token={token}
          now={now}
          justSent={justSent}
        />
      )}
      <ReplaceLinkDialog
        open={open === "replace"}
        onClose={() => setOpen(null)}
        requestId={request.id}
        onReplaced={() => setOpen("share")}
      />
    </Card>
  );
}
