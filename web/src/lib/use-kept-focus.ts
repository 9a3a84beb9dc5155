import { type FocusEvent, useEffect, useRef } from "react";

/**
 * A button that takes its own row away leaves the keyboard at the top of the page. The group it stood in takes focus
 * instead, as soon as `content` says that something in it has changed.
 */
export function useKeptFocus(content: string) {
  const group = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  const shown = useRef(content);

  useEffect(() => {
    if (shown.current === content) return;
    shown.current = content;
    if (hadFocus.current && document.activeElement === document.body) {
      group.current?.focus({ preventScroll: true });
    }
  }, [content]);

  return {
    group,
    groupProps: {
      onFocus: () => {
        hadFocus.current = true;
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        // Without a target the focused element may just have been taken away: that is what this is for.
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) hadFocus.current = false;
      },
    },
  };
}
