import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button } from "../forms/button.tsx";
import { classNames } from "../theme/class-names.ts";
import styles from "./dialog.module.css";

interface DialogProps {
  open: boolean;
  /** Called for Escape, the close button and the back gesture. The caller sets `open` to false. */
  onClose: () => void;
  title: ReactNode;
  /** Buttons, the primary one last. */
  footer?: ReactNode;
  size?: "small" | "medium" | "large";
  /** A question to answer first. */
  step?: DialogStep | undefined;
  children: ReactNode;
}

/** Replaces title, content and buttons. They stay mounted, so nothing typed is lost. */
export interface DialogStep {
  title: ReactNode;
  content: ReactNode;
  /** Called instead of `onClose`. */
  onBack: () => void;
}

/**
 * The browser's modal dialog, which traps focus, makes the page behind inert and restores focus. The content is mounted
 * only while open, so a form inside starts empty each time.
 */
export function Dialog(props: DialogProps) {
  const { open, title, footer, size = "medium", step, children } = props;
  const onClose = step?.onBack ?? props.onClose;
  const titleId = useId();

  if (!open) return null;
  return (
    <dialog
      ref={showModally}
      className={classNames(styles["dialog"], styles[size])}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file chooser inside the dialog fires its own `cancel`, which bubbles.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header className={styles["header"]}>
        <h2 id={titleId}>{step?.title ?? title}</h2>
        <Button variant="quiet" size="small" aria-label="Close" icon={<X />} onClick={onClose} />
      </header>
      <div className={styles["body"]} hidden={step !== undefined}>
        {children}
      </div>
      {step && <div className={styles["body"]}>{step.content}</div>}
      {footer && (
        <footer className={styles["footer"]} hidden={step !== undefined}>
          {footer}
        </footer>
      )}
    </dialog>
  );
}

/**
 * Ref of what gets the focus when its dialog opens. Sets the `autofocus` attribute, which the browser reads then; React's
 * `autoFocus` doesn't set it.
 */
export function focusOnOpen(element: Element | null): void {
  element?.setAttribute("autofocus", "");
}

/** A ref callback, because its cleanup runs while the dialog is still in the page; only then does closing restore focus. */
function showModally(dialog: HTMLDialogElement) {
  if (!document.querySelector("dialog[open]")) {
    // The document's own width includes a gutter without a scrollbar in it, which is on the left in some browsers.
    const { style } = document.documentElement;
    const { left, right } = document.body.getBoundingClientRect();
    style.setProperty("--gutter-left", `${left}px`);
    style.setProperty("--gutter-right", `${innerWidth - right}px`);
  }
  dialog.showModal();
  return () => dialog.close();
}
