import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import styles from "./dialog.module.css";

interface DialogProps {
  open: boolean;
  /** Escape, the cross, or the browser's own back gesture: the caller sets `open` to false. */
  onClose: () => void;
  title: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  size?: "small" | "medium" | "large";
  children: ReactNode;
}

/**
 * The browser's modal dialog: it traps focus, makes the page behind inert and gives focus back by itself.
 * The content is mounted only while open, so a form inside starts fresh each time.
 */
export function Dialog({ open, onClose, title, footer, size = "medium", children }: DialogProps) {
  const titleId = useId();

  if (!open) return null;
  return (
    <dialog
      ref={showModally}
      className={classNames(styles["dialog"], styles[size])}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file chooser inside the dialog sends its own, bubbling `cancel` when it is dismissed.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header className={styles["header"]}>
        <h2 id={titleId}>{title}</h2>
        <Button variant="quiet" size="small" aria-label="Close" icon={<X />} onClick={onClose} />
      </header>
      <div className={styles["body"]}>{children}</div>
      {footer && <footer className={styles["footer"]}>{footer}</footer>}
    </dialog>
  );
}

/** By the ref and not by an effect: its end comes while the dialog still stands in the page, where closing gives focus back. */
function showModally(dialog: HTMLDialogElement) {
  dialog.showModal();
  return () => dialog.close();
}
