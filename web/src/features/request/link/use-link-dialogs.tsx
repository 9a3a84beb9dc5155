import { type ReactNode, useState } from "react";
import type { Request } from "../../../data/requests/request.models.ts";
import { LinkDialog, type LinkOccasion } from "./link-dialog.tsx";
import { ReplaceLinkDialog } from "./replace-link-dialog.tsx";
import { useCopyLink } from "./use-copy-link.ts";

interface LinkDialogs extends ReturnType<typeof useCopyLink> {
  share: () => void;
  replace: () => void;
  dialogs: ReactNode;
}

/**
 * The request's permanent link, with copying, sharing and replacing.
 *
 * @param justSent true right after sending: the link opens at once, unless Sheaf emails it.
 */
export function useLinkDialogs(request: Request, now: Date, justSent: boolean): LinkDialogs {
  const [open, setOpen] = useState<LinkOccasion | "replace" | null>(
    justSent && !request.isInviting ? "share" : null,
  );
  const share = () => setOpen("share");
  // Without clipboard permission, the dialog shows the link for copying by hand.
  const copying = useCopyLink(request.id, share);
  const { token } = copying;
  const close = () => {
    // A reload doesn't show it again.
    if (justSent) history.replaceState(null, "");
    setOpen(null);
  };
  return {
    ...copying,
    share,
    replace: () => setOpen("replace"),
    dialogs: (
      <>
        {token && open !== null && open !== "replace" && (
          <LinkDialog occasion={open} onClose={close} request={request} token={token} now={now} />
        )}
        <ReplaceLinkDialog
          open={open === "replace"}
          onClose={() => setOpen(null)}
          requestId={request.id}
          onReplaced={() => setOpen("replaced")}
        />
      </>
    ),
  };
}
