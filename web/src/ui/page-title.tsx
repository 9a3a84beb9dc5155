import { useEffect } from "react";

/** Names the page in the browser's tab and history. */
export function PageTitle({ children }: { children: string }) {
  useEffect(() => {
    document.title = children === "Sheaf" ? children : `${children} · Sheaf`;
  }, [children]);
  return null;
}
