import type { RequestSummary } from "../../../data/requests/request-summary.models.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { CancelConsequences } from "../../../steps/cancel-consequences.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import type { SelectedAct } from "./selected-acts.models.ts";

/** An act that waits for a yes, and what it is about. */
export interface AskedAct {
  act: SelectedAct;
  requests: readonly RequestSummary[];
}

interface ConfirmActDialogProps {
  asked: AskedAct | undefined;
  onClose: () => void;
  onConfirm: (asked: AskedAct) => void;
}

/** Asks before an act that many people would notice, or that makes many drafts. */
export function ConfirmActDialog({ asked, onClose, onConfirm }: ConfirmActDialogProps) {
  if (!asked) return null;
  const { act, requests } = asked;
  const count = formatCount(requests.length, "request");
  const cancels = act === "cancel";
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`${cancels ? "Cancel" : "Duplicate"} ${count}?`}
      cancelLabel={cancels ? (requests.length === 1 ? "Keep it" : "Keep them") : "Don’t duplicate"}
      confirmLabel={cancels ? (requests.length === 1 ? "Cancel request" : "Cancel requests") : "Duplicate"}
      tone={cancels ? "danger" : "primary"}
      onConfirm={() => onConfirm(asked)}
    >
      {cancels ? <CancelConsequences /> : <p>Each copy is saved as a draft.</p>}
    </ConfirmDialog>
  );
}
