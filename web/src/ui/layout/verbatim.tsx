import type { ReactNode } from "react";
import { UserText } from "./user-text.tsx";

/** A name, an address, a code or a link: browsers that translate the page leave it as it is. */
export function Verbatim({ children }: { children: ReactNode }) {
  return (
    <UserText as="span" translate="no">
      {children}
    </UserText>
  );
}
