import { Eye } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "../forms/button.tsx";
import styles from "./veil.module.css";

interface VeilProps {
  noun: "file" | "answer";
  /** Says on the button which one, for screen readers: "lease.pdf", "to IBAN". */
  which: string;
  children: ReactNode;
}

/** Blurs its content, also for screen readers and the keyboard, until the viewer opens it. */
export function Veil({ noun, which, children }: VeilProps) {
  const [isOpen, setOpen] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  return (
    <div className={styles["veil"]} data-open={isOpen}>
      <div ref={content} className={styles["content"]} tabIndex={-1} inert={!isOpen}>
        {children}
      </div>
      {!isOpen && (
        <div className={styles["cover"]}>
          <Button
            size="small"
            icon={<Eye aria-hidden="true" />}
            aria-label={`Show sensitive ${noun} ${which}`}
            onClick={() => {
              setOpen(true);
              requestAnimationFrame(() => content.current?.focus({ preventScroll: true }));
            }}
          >
            Show sensitive {noun}
          </Button>
        </div>
      )}
    </div>
  );
}
