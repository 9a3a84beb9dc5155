import { rememberPanelOpen, panelWasOpen } from "@sheaf/mocks/browser/page-storage";
import { ArrowDownToLine, ArrowUpToLine, ChevronDown, ChevronUp, Circle, FlaskConical } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "../../ui/forms/button.tsx";
import styles from "./panel.module.css";
import { useEdge } from "./use-edge.ts";
import { useReservedRoom } from "./use-reserved-room.ts";

interface FrameProps {
  summary: string;
  /** Number of misses. */
  count?: number;
  tone?: "trouble" | "recording" | undefined;
  startsOpen: boolean;
  children: ReactNode;
}

/** A bar at one edge of the window, and the panel that it opens. The page keeps clear of both. */
export function Frame({ summary, count = 0, tone, startsOpen, children }: FrameProps) {
  const frame = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(() => startsOpen || panelWasOpen());
  const { edge, move, startDrag } = useEdge();
  useReservedRoom(frame, edge);
  const fold = (now: boolean) => {
    setOpen(now);
    rememberPanelOpen(now);
  };
  const opposite = edge === "bottom" ? "top" : "bottom";
  return (
    <aside ref={frame} className={styles["frame"]} data-edge={edge} aria-label="QA">
      <div className={styles["bar"]} data-tone={tone} onPointerDown={startDrag}>
        <button type="button" className={styles["summary"]} aria-expanded={open} onClick={() => fold(!open)}>
          {tone === "recording" ? <Circle aria-hidden="true" /> : <FlaskConical aria-hidden="true" />}
          <span className={styles["text"]}>{summary}</span>
          {count > 0 && <span>{count === 1 ? "1 miss" : `${count} misses`}</span>}
          {open === (edge === "bottom") ? (
            <ChevronDown aria-hidden="true" />
          ) : (
            <ChevronUp aria-hidden="true" />
          )}
        </button>
        <Button
          variant="quiet"
          size="small"
          aria-label={`Move the QA panel to the ${opposite}`}
          icon={opposite === "top" ? <ArrowUpToLine /> : <ArrowDownToLine />}
          onClick={() => move(opposite)}
        />
      </div>
      {open && <div className={styles["panel"]}>{children}</div>}
    </aside>
  );
}
