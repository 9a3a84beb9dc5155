import { type RefObject, useLayoutEffect, useRef } from "react";

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
 * Listens for single keys, as soon as what they act on is on the screen. Ignores typing in fields and keys with modifiers.
 */
export function useShortcuts(shortcuts: Shortcuts, { within, enabled = true }: ShortcutScope = {}): void {
  const latest = useRef(shortcuts);
  useLayoutEffect(() => {
    latest.current = shortcuts;
  });

  useLayoutEffect(() => {
    if (!enabled) return undefined;
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      const dialog = document.querySelector("dialog[open]");
      if (within ? !dialog?.contains(within.current) : dialog !== null) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (!Object.hasOwn(latest.current, key)) return;
      event.preventDefault();
      latest.current[key]?.();
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, [within, enabled]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches("input:not([type=checkbox], [type=radio]), textarea, select, [role=menu] *"))
  );
}
