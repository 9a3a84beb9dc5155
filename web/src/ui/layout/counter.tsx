import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "../forms/button.tsx";
import styles from "./counter.module.css";

interface CounterProps {
  /** "Page"; the buttons are "Previous page" and "Next page". */
  noun: string;
  /** "Page 1 of 2"; breaks nowhere or after the noun. */
  text: string;
  /** Undefined at either end. The buttons stay focusable there. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** Keys that do the same, for the buttons' titles. */
  keys?: readonly [previous: string, next: string];
  /** There is only one, so a narrow screen leaves the counter out. */
  isSingle?: boolean;
}

/** A place among several, with a step to either side. */
export function Counter({ noun, text, onPrevious, onNext, keys, isSingle = false }: CounterProps) {
  const button = (direction: "Previous" | "Next", onClick: (() => void) | undefined, key?: string) => {
    const label = `${direction} ${noun.toLowerCase()}`;
    return (
      <Button
        size="small"
        variant="quiet"
        className={styles["step"]}
        icon={direction === "Previous" ? <ChevronLeft /> : <ChevronRight />}
        aria-label={label}
        title={key === undefined ? label : `${label} (${key})`}
        aria-disabled={onClick === undefined}
        onClick={onClick}
      />
    );
  };
  return (
    <div className={styles["counter"]} role="group" aria-label={noun} data-single={isSingle || undefined}>
      {button("Previous", onPrevious, keys?.[0])}
      <span className={styles["text"]}>{text}</span>
      {button("Next", onNext, keys?.[1])}
    </div>
  );
}
