import { type RefObject, useLayoutEffect, useRef } from "react";
import { markSingleKeys, singleKeysAreOn } from "./single-keys.ts";

/** Handlers by `KeyboardEvent.key`, letters in lower case. */
export type Shortcuts = Readonly<Record<string, () => void>>;

interface ShortcutScope {
  /**
   * Element inside the dialog that the shortcuts belong to. Without it they belong to the page, inactive while a
   * dialog is open.
   */
  within?: RefObject<HTMLElement | null>;
  enabled?: boolean;
}

/**
 * Listens for single keys as soon as their target is on the screen. Ignores typing in fields and keys with modifiers,
 * and letters if the user has turned single keys off.
 */
export function useShortcuts(shortcuts: Shortcuts, { within, enabled = true }: ShortcutScope = {}): void {
  const latest = useRef(shortcuts);
  useLayoutEffect(() => {
    latest.current = shortcuts;
  });

  useLayoutEffect(markSingleKeys, []);

  useLayoutEffect(() => {
    if (!enabled) return undefined;
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      const dialog = document.querySelector("dialog[open]");
      if (within ? !dialog?.contains(within.current) : dialog !== null) return;
      const key = keyOf(event);
      if (!Object.hasOwn(latest.current, key) || (key.length === 1 && !singleKeysAreOn())) return;
      event.preventDefault();
      latest.current[key]?.();
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, [within, enabled]);
}

/** The Latin letter of the same key where the keyboard writes another script, as "j" for "о" of a Russian one. */
function keyOf({ key, code }: KeyboardEvent): string {
  if (key.length > 1) return key;
  const isOfOtherScript = /\p{L}/u.test(key) && !/\p{Script=Latin}/u.test(key);
  return (isOfOtherScript && /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()) || key.toLowerCase();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches("input:not([type=checkbox], [type=radio]), textarea, select, [role=menu] *"))
  );
}
