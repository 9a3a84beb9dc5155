import { useCallback, useEffect, useEffectEvent, useState } from "react";
import { getSession, identityOf } from "./auth/session.ts";
import { keepForm, keptForm } from "./kept-forms.ts";

/** Pause in typing after which the content is kept. Milliseconds. */
const pause = 300;

interface KeptForm<Content> {
  /** Input from an earlier visit. */
  found: Content | undefined;
  /** Undefined removes it. Kept under another name, it is found by another form. */
  keep: (content: Content | undefined, as?: string) => void;
}

/**
 * A form's unsent content in this browser.
 *
 * @param parse undefined for content that doesn't fit the form any more.
 */
export function useKeptForm<Content>(
  name: string,
  parse: (content: unknown) => Content | undefined,
): KeptForm<Content> {
  // Of the first render: the session may be over when the last word is kept.
  const [userId] = useState(() => identityOf(getSession())?.userId ?? "");
  const [found] = useState(() => parse(keptForm({ name, userId })));
  const keep = useCallback(
    (content: Content | undefined, as = name) => keepForm({ name: as, userId }, content),
    [name, userId],
  );
  return { found, keep };
}

/** Keeps the content after a pause in typing, and at once when the page is left. Undefined while nothing would be lost. */
export function useKeeping<Content>(
  content: Content | undefined,
  keep: (content: Content | undefined) => void,
): void {
  // Compared as text, because a form makes a new object each time it renders.
  const text = content === undefined ? undefined : JSON.stringify(content);
  const keepNow = useEffectEvent((typed: string | undefined) =>
    keep(typed === undefined ? undefined : (JSON.parse(typed) as Content)),
  );
  const keepLatest = useEffectEvent(() => keep(content));
  useEffect(() => {
    const timer = setTimeout(() => keepNow(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    const leave = () => keepLatest();
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, []);
}
