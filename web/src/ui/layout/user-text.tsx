import { hasRightToLeft } from "@sheaf/contract/direction";
import type { ElementType, HTMLAttributes } from "react";

interface UserTextProps extends HTMLAttributes<HTMLElement> {
  /** An element that holds nothing else. */
  as?: ElementType;
}

/**
 * What a person wrote, in the direction of its own letters: a title, a message, a name, a file's name. In a page from left to
 * right, a full stop, a number or ".pdf" would stand on the wrong side of Hebrew or Arabic. Without an element of its own it
 * is part of a sentence, whose other words keep their order.
 */
export function UserText({ as: Element = "bdi", ...rest }: UserTextProps) {
  const { children } = rest;
  if (Element === "bdi" && typeof children === "string" && !hasRightToLeft(children)) return children;
  return <Element dir="auto" {...rest} />;
}
