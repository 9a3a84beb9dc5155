import { pickerAccept } from "@sheaf/contract/file-type";
import { Camera, Plus } from "lucide-react";
import { type ChangeEvent, useRef } from "react";
import type { AskedItem } from "../../data/inbox/asked-request.models.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import styles from "./file-chooser.module.css";

interface FileChooserProps {
  item: AskedItem;
  /** This one's button stands out. */
  isMain: boolean;
  /** Files are still wanted and none is on its way: the box stands out. */
  isWanted: boolean;
  /** Files are held above the box. */
  isOver: boolean;
  onFiles: (files: File[]) => void;
}

/** Choosing files, taking a photo, and the box that shows where files may be dropped. */
export function FileChooser({ item, isMain, isWanted, isOver, onFiles }: FileChooserProps) {
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const takesPhotos = item.accepts.length === 0 || item.accepts.includes("image");
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(currentTarget.files ?? [])];
    // The same file chosen a second time must count as a change.
    currentTarget.value = "";
    if (chosen.length > 0) onFiles(chosen);
  };

  return (
    <div className={classNames(styles["box"], !isWanted && styles["more"])} data-over={isOver}>
      <span className={styles["drop"]}>{isOver ? "Let go to add them" : "Drop files here"}</span>
      <Button
        size="small"
        variant={isMain && isWanted ? "primary" : "default"}
        icon={isWanted ? undefined : <Plus aria-hidden="true" />}
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
