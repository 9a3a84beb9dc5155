import { useRef, useState } from "react";
import { parseDays } from "./due-days.models.ts";

/** The field for the days from the use of a template to the due date. */
export interface DueDays {
  text: string;
  error: string | undefined;
  onType: (text: string) => void;
  /** Called when the field is left. */
  onLeave: () => void;
  /** Saves what isn't saved yet. Fails with an `AppError`. */
  flush: () => Promise<void>;
}

/** @param save Saves the days; null for none. Undefined while there is no template yet: it is created with them. */
export function useDueDays(
  initial: number | null,
  save: (days: number | null) => Promise<void> | undefined,
): DueDays & {
  /** The days that a template is created with, which are saved by that. */
  take: () => number | null;
} {
  const [text, setText] = useState(initial === null ? "" : String(initial));
  const saved = useRef(initial);
  /** One save after the other: pressing "Save template" leaves the field first. */
  const running = useRef<Promise<unknown>>(undefined);
  const parsed = parseDays(text);
  const flush = async () => {
    await running.current?.catch(() => undefined);
    if (!parsed.ok || parsed.days === saved.current) return;
    const saving = save(parsed.days);
    if (!saving) return;
    running.current = saving;
    await saving;
    saved.current = parsed.days;
  };
  return {
    text,
    error: parsed.ok ? undefined : parsed.problem,
    onType: setText,
    // Saving the template tries again, and says why it can't.
    onLeave: () => void flush().catch(() => undefined),
    flush,
    take: () => {
      saved.current = parsed.ok ? parsed.days : null;
      return saved.current;
    },
  };
}
