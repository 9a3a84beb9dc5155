import { pickerAccept } from "@sheaf/contract/file-type";
import { Camera, Plus, Upload } from "lucide-react";
import { type ChangeEvent, useRef } from "react";
import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { classNames } from "../../../ui/theme/class-names.ts";
import styles from "./file-chooser.module.css";

interface FileChooserProps {
  item: ReceivedItem;
  /** Gets the page's primary button. */
  isMain: boolean;
  /** The item still needs files and none is uploading. */
  isWanted: boolean;
  /** Files are being dragged over the box. */
  isOver: boolean;
  onFiles: (files: File[]) => void;
}

/** Buttons for choosing files and taking a photo, and the drop zone around them. */
export function FileChooser({ item, isMain, isWanted, isOver, onFiles }: FileChooserProps) {
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const takesPhotos = item.accepts.length === 0 || item.accepts.includes("image");
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(currentTarget.files ?? [])];
    // Without this, choosing the same file again would not fire a change event.
    currentTarget.value = "";
    if (chosen.length > 0) onFiles(chosen);
  };

  return (
    <div className={classNames(styles["box"], styles[isWanted ? "wanted" : "more"])} data-over={isOver}>
      <span className={styles["drop"]}>{isOver ? "Drop to add" : "Drop files here"}</span>
      <Button
        size="small"
        variant={isMain && isWanted ? "primary" : "default"}
        icon={isWanted ? <Upload aria-hidden="true" /> : <Plus aria-hidden="true" />}
        aria-label={`${isWanted ? "Choose files" : "Add more files"} for ${item.title}`}
        onClick={() => files.current?.click()}
      >
        {isWanted ? "Choose files" : "Add more"}
      </Button>
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
        <>
          <Button
            size="small"
            className={styles["camera"]}
            icon={<Camera aria-hidden="true" />}
            aria-label={`Take a photo for ${item.title}`}
            onClick={() => camera.current?.click()}
          >
            Take a photo
          </Button>
          <input
            ref={camera}
            type="file"
            hidden
            accept="image/*"
            capture="environment"
            data-testid={`camera-${item.id}`}
            onChange={take}
          />
        </>
      )}
    </div>
  );
}
