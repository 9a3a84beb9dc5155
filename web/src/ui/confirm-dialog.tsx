import { type ReactNode, useId } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import type { ErrorWords } from "./error-state.tsx";
import { Notice } from "./notice.tsx";

interface ConfirmDialogProps {
  open: boolean;
  /** Also of Escape and the cross: nothing happens then. */
  onClose: () => void;
  title: ReactNode;
  /** The way out in words of its own: "Keep it". */
  keepLabel: string;
  confirmLabel: string;
  onConfirm: () => void;
  tone?: "danger" | "primary";
  busy?: boolean;
  /** Why the last try failed; said aloud and tied to the button that tries again. */
  failure?: ErrorWords | null;
  /** What goes and what stays. */
  children: ReactNode;
}

/**
 * Asks before something that cannot be taken back. Focus starts in the field inside, where there is one, or else on the
 * way out, so that a quick Enter harms nothing.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, keepLabel, confirmLabel, onConfirm, children } = props;
  const { tone = "danger", busy = false, failure = null } = props;
  const failureId = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      title={title}
      footer={
        <>
          <Button ref={focusFirst} onClick={onClose}>
            {keepLabel}
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

/** The attribute itself, which the browser asks for when it opens a dialog; the library's `autoFocus` comes too early for it. */
function focusFirst(button: HTMLButtonElement | null): void {
  const field = button?.closest("dialog")?.querySelector("input, textarea");
  (field ?? button)?.setAttribute("autofocus", "");
}
