import { pickerAccept } from "@sheaf/contract/file-type";
import { type ChangeEvent, type ReactNode, useRef } from "react";
import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";

export interface FilePicker {
  /** Opens the browser's file chooser. `onAdded`: something was chosen, and added. */
  chooseFiles: (onAdded?: () => void) => void;
  /** Opens the camera of a phone. Undefined for an item that takes no pictures. */
  takePhoto: ((onAdded?: () => void) => void) | undefined;
  /** To be rendered once, outside of what the choice may take away. */
  inputs: ReactNode;
}

/** Chooses files for an item, from more than one button. */
export function useFilePicker(
  item: Pick<ReceivedItem, "id" | "accepts">,
  onFiles: (files: File[]) => void,
): FilePicker {
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const added = useRef<() => void>(undefined);
  const takesPhotos = item.accepts.length === 0 || item.accepts.includes("image");
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(currentTarget.files ?? [])];
    // Without this, choosing the same file again would not fire a change event.
    currentTarget.value = "";
    if (chosen.length === 0) return;
    onFiles(chosen);
    added.current?.();
  };
  const open = (input: HTMLInputElement | null, onAdded?: () => void) => {
    added.current = onAdded;
    input?.click();
  };
  return {
    chooseFiles: (onAdded) => open(files.current, onAdded),
    takePhoto: takesPhotos ? (onAdded) => open(camera.current, onAdded) : undefined,
    inputs: (
      <>
        <input
          ref={files}
          type="file"
          hidden
          multiple
          accept={pickerAccept(item.accepts)}
          data-testid={`files-${item.id}`}
          onChange={take}
        />
        {takesPhotos && (
          <input
            ref={camera}
            type="file"
            hidden
            accept="image/*"
            capture="environment"
            data-testid={`camera-${item.id}`}
            onChange={take}
          />
        )}
      </>
    ),
  };
}
