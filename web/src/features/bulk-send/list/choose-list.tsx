import { Upload } from "lucide-react";
import { type DragEvent, useState } from "react";
import { Button } from "../../../ui/forms/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { TextArea } from "../../../ui/forms/text-area.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import styles from "../bulk-send.module.css";
import type { ListSource } from "../../../steps/list-file/list.models.ts";
import { ListFailure, type ListFailureProps } from "./list-failure.tsx";
import { useFileChooser } from "../../../steps/list-file/use-file-chooser.tsx";

export interface ListChoiceProps extends ListFailureProps {
  isReading: boolean;
  onChoose: (source: ListSource, name: string) => void;
}

interface ChooseListProps extends ListChoiceProps {
  /** Name of the list that was chosen before. */
  former: string | undefined;
  onBack: () => void;
}

/** A file, dropped or chosen, or rows that are pasted. */
export function ChooseList({ isReading, failure, former, onBack, onChoose }: ChooseListProps) {
  const [text, setText] = useState("");
  /** Its button spins while the list is read. */
  const [source, setSource] = useState<"file" | "rows">("file");
  const [isOver, setOver] = useState(false);
  const chooser = useFileChooser(onChoose);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (!file) return;
    setSource("file");
    onChoose(file, file.name);
  };
  return (
    <div className={styles["sources"]}>
      <ListFailure failure={failure} />
      <Card
        className={styles["drop"]}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Upload aria-hidden="true" />
        <p>
          <b>Drop a CSV or Excel file here</b>
        </p>
        <p>
          One row for each person, with an email address; a name and a due date if you like. Up to 1,000 rows
          and 10 MB. The file is read in this browser, and nothing is sent before you confirm.
        </p>
        {chooser.input}
        <Button
          variant="primary"
          busy={isReading && source === "file"}
          disabled={isReading && source === "rows"}
          onClick={() => {
            setSource("file");
            chooser.open();
          }}
        >
          Choose a file
        </Button>
      </Card>
      <form
        className={styles["paste"]}
        onSubmit={(event) => {
          event.preventDefault();
          setSource("rows");
          onChoose(text, "Pasted rows");
        }}
      >
        <Field label="Or paste rows from a spreadsheet" hint="Include the header row if there is one.">
          <TextArea
            rows={4}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <div className={styles["acts"]}>
          <Button
            type="submit"
            busy={isReading && source === "rows"}
            disabled={text.trim() === "" || (isReading && source === "file")}
          >
            Use these rows
          </Button>
          {former !== undefined && (
            <Button variant="quiet" onClick={onBack}>
              Back to {former}
            </Button>
          )}
        </div>
      </form>
    </div>
  );
}
