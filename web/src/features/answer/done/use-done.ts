import { useEffect, useRef, useState } from "react";

/** Milliseconds between looks at whether the recipient is free. Nothing announces that a dialog is gone. */
const lookInterval = 250;

/** The recipient is inside an optional item or a dialog, which must not move away under their hands. */
const isBusy = () =>
  document.querySelector("dialog[open]") !== null ||
  document.activeElement?.closest("[data-waiting] > :not(summary)") != null;

/** The heading that had the focus may have gone with the end of the page. */
function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (!heading || document.activeElement !== document.body) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * Follows `isFinished`, but waits until the recipient isn't busy.
 *
 * @param onDone called when the page turns to its end while it is open; it then starts at its top again.
 */
export function useDone(isFinished: boolean, onDone: () => void) {
  const [state, setState] = useState<"open" | "done" | "turned" | "reopened">(isFinished ? "done" : "open");
  const isDone = state === "done" || state === "turned";
  const finish = useRef(onDone);
  useEffect(() => {
    finish.current = onDone;
  });
  if (isDone && !isFinished) setState("reopened");

  useEffect(() => {
    if (state === "reopened") focusHeading();
  }, [state]);

  useEffect(() => {
    if (!isFinished || isDone) return undefined;
    const turn = () => {
      if (isBusy()) return;
      finish.current();
      setState("turned");
      scrollTo({ top: 0 });
    };
    turn();
    const timer = setInterval(turn, lookInterval);
    return () => clearInterval(timer);
  }, [isFinished, isDone]);
  return { isDone, hasTurned: state === "turned" };
}
