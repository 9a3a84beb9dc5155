import { useState } from "react";
import type { Request } from "../../../data/requests/request.models.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { useCopyLink } from "./use-copy-link.ts";

/** The next step for a request whose link the sender shares. */
export function CopyLinkButton({ request, now }: { request: Request; now: Date }) {
  const [isShown, setShown] = useState(false);
  const { token, copy } = useCopyLink(request.id, () => setShown(true));
  return (
    <>
      <Button variant="primary" disabled={!token} onClick={() => void copy()}>
        Copy link
      </Button>
      {token && isShown && (
        <LinkDialog
          occasion="share"
          onClose={() => setShown(false)}
          request={request}
          token={token}
          now={now}
        />
      )}
    </>
  );
}
