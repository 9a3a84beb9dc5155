import { type FocusEvent, useEffect, useRef } from "react";

/**
 * Moves focus to a group when the focused element inside it is removed, such as the button of a deleted row. Otherwise
 * focus would return to the top of the page.
 *
 * @param content changes whenever the group's children do.
 */
export function useFocusFallback<Group extends HTMLElement = HTMLDivElement>(content: string) {
  const group = useRef<Group>(null);
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
        // No related target: the focused element may have been removed, so don't reset.
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) hadFocus.current = false;
      },
    },
  };
}
