import { useRotateLink } from "../../data/requests/rotate-link.mutation.ts";
import { errorSentences } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";

interface ReplaceLinkDialogProps {
  open: boolean;
  onClose: () => void;
  requestId: string;
  onReplaced: () => void;
}

/** Asks before the link that people may have in their mail stops working. */
export function ReplaceLinkDialog({ open, onClose, requestId, onReplaced }: ReplaceLinkDialogProps) {
  const rotate = useRotateLink();
  const failure = rotate.error ? errorSentences(rotate.error) : null;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      title="Replace the link?"
      footer={
        <>
          <Button onClick={onClose}>Keep this one</Button>
          <Button
            variant="danger"
            busy={rotate.isPending}
            onClick={() => rotate.mutate({ requestId }, { onSuccess: onReplaced })}
          >
            Replace the link
          </Button>
        </>
      }
    >
      <p>
        The link that you shared stops working at once. People who have opened it before keep their place;
        everybody else needs the new one.
      </p>
      {failure && (
        <Notice tone="returned" announce>
          {failure.what} {failure.next}
        </Notice>
      )}
    </Dialog>
  );
}
