import { useQuery } from "@tanstack/react-query";
import { reminderPreviewOptions } from "../../../data/reminders/reminder-preview.query.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { Skeleton } from "../../../ui/status/skeleton.tsx";
import { EmailMessage } from "./email-message.tsx";

interface PreviewDialogProps {
  requestId: string;
  /** Names of those who get it. */
  to: string;
  onClose: () => void;
}

/** The next reminder as it would be written now. */
export function PreviewDialog({ requestId, to, onClose }: PreviewDialogProps) {
  const preview = useQuery(reminderPreviewOptions({ requestId }));
  return (
    <Dialog open onClose={onClose} title="Next reminder">
      {preview.isPending && <Skeleton width="100%" height="320px" />}
      {preview.isError && (
        <ErrorState
          error={errorSentences(preview.error)}
          onRetry={() => void preview.refetch()}
          busy={preview.isFetching}
        />
      )}
      {preview.data === null && <p>No reminder is planned any more.</p>}
      {preview.data && <EmailMessage message={preview.data} to={to} />}
    </Dialog>
  );
}
