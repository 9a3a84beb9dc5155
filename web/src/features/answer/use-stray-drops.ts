import { useEffect } from "react";

/** A file dropped beside the box would make the browser open it and leave the page; here it does nothing instead. */
export function useStrayDrops(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      if (event.type === "dragover" && !isOverBox(event)) event.dataTransfer.dropEffect = "none";
    };
    addEventListener("dragover", refuse);
    addEventListener("drop", refuse);
    return () => {
      removeEventListener("dragover", refuse);
      removeEventListener("drop", refuse);
    };
  }, []);
}

function isOverBox({ target }: DragEvent): boolean {
  return target instanceof Element && target.closest("[data-drop]") !== null;
}
