import type { RequestSummary } from "../../../data/requests/request-summary.models.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { CancelConsequences } from "../../../steps/cancel-consequences.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import type { PlainAct } from "./selected-acts.models.ts";

interface ConfirmActDialogProps {
  act: PlainAct;
  requests: readonly RequestSummary[];
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before an act that many people would notice, or that makes many drafts. */
export function ConfirmActDialog({ act, requests, onClose, onConfirm }: ConfirmActDialogProps) {
  const count = formatCount(requests.length, "request");
  const isOne = requests.length === 1;
  const noun = isOne ? "request" : "requests";
  const texts = {
    cancel: {
      verb: "Cancel",
      keep: isOne ? "Keep it" : "Keep them",
      confirm: `Cancel ${noun}`,
      about: <CancelConsequences />,
    },
    close: {
      verb: "Close",
      keep: isOne ? "Keep it open" : "Keep them open",
      confirm: `Close ${noun}`,
      about: (
        <p>
          {isOne ? "It is" : "They are"} done then, with whatever is still missing. Recipients can still read{" "}
          {isOne ? "the request" : "the requests"} but can’t add anything. You can reopen{" "}
          {isOne ? "it" : "them"} at any time.
        </p>
      ),
    },
    remind: {
      verb: "Send a reminder for",
      keep: "Don’t send",
      confirm: isOne ? "Send reminder" : "Send reminders",
      about: (
        <p>
          Everyone who still has something to add gets an email with what is missing. Anyone emailed in the
          last 24 hours is left out.
        </p>
      ),
    },
    duplicate: {
      verb: "Duplicate",
      keep: "Don’t duplicate",
      confirm: "Duplicate",
      about: <p>Each copy is saved as a draft.</p>,
    },
  };
  const { verb, keep, confirm, about } =
    texts[act === "cancel" || act === "close" || act === "remind" ? act : "duplicate"];
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`${verb} ${count}?`}
      cancelLabel={keep}
      confirmLabel={confirm}
      tone={act === "cancel" ? "danger" : "primary"}
      onConfirm={onConfirm}
    >
      {about}
    </ConfirmDialog>
  );
}
