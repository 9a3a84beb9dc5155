import { useEffect } from "react";

/** Keeps the browser from opening a file that was dropped beside a drop zone, which would leave the page. */
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
