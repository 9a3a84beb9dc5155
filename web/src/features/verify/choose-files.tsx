import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "../../ui/forms/button.tsx";
import styles from "./verify.module.css";

interface ChooseFilesProps {
  title: string;
  hint: string;
  busy: boolean;
  onChoose: (files: readonly File[]) => void;
}

/** Takes receipts and files, dropped or chosen. */
export function ChooseFiles({ title, hint, busy, onChoose }: ChooseFilesProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={styles["drop"]}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onChoose([...event.dataTransfer.files]);
      }}
    >
      <Upload aria-hidden="true" />
      <div>
        <b>{title}</b>
        <p>{hint}</p>
      </div>
      <input
        ref={chooser}
        hidden
        multiple
        type="file"
        aria-label="Receipt and files"
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])]);
          // The same file can be chosen again.
          event.target.value = "";
        }}
      />
      <Button variant="primary" busy={busy} onClick={() => chooser.current?.click()}>
        Choose files
      </Button>
    </div>
  );
}
