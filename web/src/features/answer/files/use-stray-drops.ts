import { useEffect } from "react";
import { useToast } from "../../../ui/overlays/toast.tsx";

/** Keeps the browser from opening a file that was dropped beside a drop zone, which would leave the page, and says so. */
export function useStrayDrops(): void {
  const toast = useToast();
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      if (isOverBox(event)) return;
      event.dataTransfer.dropEffect = "none";
      if (event.type === "drop")
        toast({ message: "Drop files on the item that they’re for.", tone: "problem" });
    };
    addEventListener("dragover", refuse);
    addEventListener("drop", refuse);
    return () => {
      removeEventListener("dragover", refuse);
      removeEventListener("drop", refuse);
    };
  }, [toast]);
}

function isOverBox({ target }: DragEvent): boolean {
  return target instanceof Element && target.closest("[data-drop]") !== null;
}
