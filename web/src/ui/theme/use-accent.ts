import { useLayoutEffect } from "react";

/** Colours the whole page, dialogs included, while the component is shown. Null keeps Sheaf's own colour. */
export function useAccent(accent: string | null): void {
  useLayoutEffect(() => {
    if (accent === null) return undefined;
    const { style, dataset } = document.documentElement;
    style.setProperty("--brand", accent);
    dataset["branded"] = "";
    return () => {
      style.removeProperty("--brand");
      delete dataset["branded"];
    };
  }, [accent]);
}
