import { Camera, Plus, Upload } from "lucide-react";
import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { classNames } from "../../../ui/theme/class-names.ts";
import styles from "./file-chooser.module.css";
import type { FilePicker } from "./use-file-picker.tsx";

interface FileChooserProps {
  item: ReceivedItem;
  picker: FilePicker;
  /** Gets the page's primary button. */
  isMain: boolean;
  /** The item still needs files, none is uploading, and none has to be replaced. */
  isWanted: boolean;
  /** Files are being dragged over the box. */
  isOver: boolean;
}

/** Buttons for choosing files and taking a photo, and the drop zone around them. */
export function FileChooser({ item, picker, isMain, isWanted, isOver }: FileChooserProps) {
  const { chooseFiles, takePhoto } = picker;
  return (
    <div className={classNames(styles["box"], styles[isWanted ? "wanted" : "more"])} data-over={isOver}>
      <span className={styles["drop"]}>{isOver ? "Drop to add" : "Drop files here"}</span>
      <Button
        size="small"
        variant={isMain && isWanted ? "primary" : "default"}
        icon={isWanted ? <Upload aria-hidden="true" /> : <Plus aria-hidden="true" />}
        aria-label={`${isWanted ? "Choose files" : "Add more files"} for ${item.title}`}
        onClick={() => chooseFiles()}
      >
        {isWanted ? "Choose files" : "Add more"}
      </Button>
      {takePhoto && (
        <Button
          size="small"
          className={styles["camera"]}
          icon={<Camera aria-hidden="true" />}
          aria-label={`Take a photo for ${item.title}`}
          onClick={() => takePhoto()}
        >
          Take a photo
        </Button>
      )}
    </div>
  );
}
