import { Eye } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "../forms/button.tsx";
import styles from "./veil.module.css";

interface VeilProps {
  /** Names the content on the button. */
  label: string;
  children: ReactNode;
}

/** Blurs its content, also for screen readers and the keyboard, until the viewer opens it. */
export function Veil({ label, children }: VeilProps) {
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
            aria-label={`Sensitive. Show ${label}`}
            onClick={() => {
              setOpen(true);
              requestAnimationFrame(() => content.current?.focus({ preventScroll: true }));
            }}
          >
            Sensitive. Show
          </Button>
        </div>
      )}
    </div>
  );
}
