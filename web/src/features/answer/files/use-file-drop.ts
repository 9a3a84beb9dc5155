import { type DragEvent, useState } from "react";
import { useToast } from "../../../ui/overlays/toast.tsx";

/** Makes an element accept dropped files and folders. `isOver` is true while some are dragged over it. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false);
  const toast = useToast();
  const open = async (dropped: readonly FileSystemEntry[]) => {
    try {
      const { openFolders } = await import("./open-folders.ts");
      const content = await openFolders(dropped);
      if ("files" in content) onFiles(content.files);
      else toast({ message: content.problem, tone: "problem" });
    } catch {
      toast({ message: "The folder couldn’t be opened. Drop the files in it.", tone: "problem" });
    }
  };
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  return {
    isOver,
    dropProps: {
      "data-drop": "",
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "copy";
        setIsOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        // Moving onto a child also fires dragleave on the parent.
        const to = event.relatedTarget;
        if (!(to instanceof Node && event.currentTarget.contains(to))) setIsOver(false);
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(false);
        // They can be asked for only now, before anything is awaited.
        const entries = Array.from(event.dataTransfer.items, (item) => item.webkitGetAsEntry?.() ?? null);
        const dropped = entries.filter((entry) => entry !== null);
        if (dropped.some(({ isDirectory }) => isDirectory)) void open(dropped);
        else onFiles([...event.dataTransfer.files]);
      },
    },
  };
}
