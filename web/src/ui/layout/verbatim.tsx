import type { ReactNode } from "react";

/** A name, an address, a code or a link: browsers that translate the page leave it as it is. */
export function Verbatim({ children }: { children: ReactNode }) {
  return <span translate="no">{children}</span>;
}
