import { Camera, Upload } from "lucide-react";
import { Button } from "../../../ui/forms/button.tsx";
import chooser from "./file-chooser.module.css";
import styles from "./replace-file.module.css";
import type { FilePicker } from "./use-file-picker.tsx";

interface ReplaceFileProps {
  /** Of the returned file, which stays listed: both sides compare it with the next one. */
  name: string;
  picker: FilePicker;
  /** Gets the page's primary button. */
  isMain: boolean;
}

/** Buttons on a returned file to send another one in its place. */
export function ReplaceFile({ name, picker: { chooseFiles, takePhoto }, isMain }: ReplaceFileProps) {
  return (
    <div className={styles["replace"]}>
      <Button
        variant={isMain ? "primary" : "default"}
        icon={<Upload aria-hidden="true" />}
        aria-label={`Replace this file: ${name}`}
        onClick={() => chooseFiles()}
      >
        Replace this file
      </Button>
      {takePhoto && (
        <Button
          className={chooser["camera"]}
          icon={<Camera aria-hidden="true" />}
          aria-label={`Photo in place of ${name}`}
          onClick={() => takePhoto()}
        >
          Photo
        </Button>
      )}
    </div>
  );
}
