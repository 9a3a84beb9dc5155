import { type ReactNode, useId } from "react";
import { Button } from "../forms/button.tsx";
import { Dialog, type DialogStep, focusOnOpen } from "./dialog.tsx";
import type { ErrorStateText } from "../status/error-state.tsx";
import { Notice } from "../status/notice.tsx";

interface ConfirmDialogProps {
  open: boolean;
  /** Called for the cancel button, Escape and the close button. */
  onClose: () => void;
  title: ReactNode;
  /** Label of the cancel button, for example "Keep it". */
  cancelLabel: string;
  confirmLabel: string;
  onConfirm: () => void;
  tone?: "danger" | "primary";
  busy?: boolean;
  /** Failure of the last attempt; announced, and describes the confirm button. */
  failure?: ErrorStateText | null;
  /** A question to answer before the action that was confirmed. */
  step?: DialogStep | undefined;
  /** Explanation of the consequences. */
  children: ReactNode;
}

/**
 * Asks for confirmation of something that can't be undone. Focus starts in the field inside or else on the cancel
 * button, so that a quick Enter does no harm.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, cancelLabel, confirmLabel, onConfirm, children } = props;
  const { tone = "danger", busy = false, failure = null, step } = props;
  const failureId = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      title={title}
      step={step}
      footer={
        <>
          <Button ref={focusFirst} onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button
            variant={tone}
            busy={busy}
            aria-describedby={failure ? failureId : undefined}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      {failure && (
        <Notice tone="returned" announce>
          <span id={failureId}>
            {failure.what} {failure.next}
          </span>
        </Notice>
      )}
    </Dialog>
  );
}

/** The question's own field, or else the button that changes nothing. */
function focusFirst(button: HTMLButtonElement | null): void {
  focusOnOpen(button?.closest("dialog")?.querySelector("input, textarea") ?? button);
}
