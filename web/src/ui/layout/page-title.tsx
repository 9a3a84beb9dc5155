import { useEffect } from "react";

/** Sets the title of the browser tab and the history entry. */
export function PageTitle({ children }: { children: string }) {
  useEffect(() => {
    document.title = children === "Sheaf" ? children : `${children} · Sheaf`;
  }, [children]);
  return null;
}
