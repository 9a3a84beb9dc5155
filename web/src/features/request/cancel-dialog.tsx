import { useCancelRequest } from "../../data/requests/cancel-request.mutation.ts";
import { errorSentences } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";

interface CancelDialogProps {
  open: boolean;
  onClose: () => void;
  requestId: string;
}

/** Asks before a request ends, and says what goes and what stays. */
export function CancelDialog({ open, onClose, requestId }: CancelDialogProps) {
  const cancel = useCancelRequest();
  const failure = cancel.error ? errorSentences(cancel.error) : null;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      title="Cancel this request?"
      footer={
        <>
          <Button onClick={onClose}>Keep it open</Button>
          <Button
            variant="danger"
            busy={cancel.isPending}
            onClick={() => cancel.mutate({ requestId }, { onSuccess: onClose })}
          >
            Cancel the request
          </Button>
        </>
      }
    >
      <p>
        Nobody can add anything any more, and the link stops working. What has come in stays here for you. A
        cancelled request cannot be opened again.
      </p>
      {failure && (
        <Notice tone="returned" announce>
          {failure.what} {failure.next}
        </Notice>
      )}
    </Dialog>
  );
}
