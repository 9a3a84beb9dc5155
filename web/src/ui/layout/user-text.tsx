import { hasRightToLeft } from "@sheaf/contract/direction";
import type { ElementType, HTMLAttributes } from "react";

interface UserTextProps extends HTMLAttributes<HTMLElement> {
  /** An element that holds nothing else. */
  as?: ElementType;
}

/**
 * A text that a user wrote (title, message, name, file name), in the direction of its own letters. In a left-to-right
 * page, a full stop, a number or ".pdf" would appear on the wrong side of Hebrew or Arabic, and in a right-to-left one, on
 * the wrong side of English. The default element, `bdi`, isolates the text, so that the other words of the sentence keep
 * their order.
 */
export function UserText({ as: Element = "bdi", ...rest }: UserTextProps) {
  const { children } = rest;
  // Prerendered pages are written from left to right.
  const isForeign = typeof document !== "undefined" && document.dir === "rtl";
  if (Element === "bdi" && !isForeign && typeof children === "string" && !hasRightToLeft(children))
    return children;
  return <Element dir="auto" {...rest} />;
}
