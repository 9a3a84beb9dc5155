import { limits } from "@sheaf/contract/limits";
import { FileSpreadsheet } from "lucide-react";
import { type FormEvent, useId, useMemo, useState } from "react";
import { useAddPeople } from "../../data/people/add-people.mutation.ts";
import { AppError, errorText } from "../../lib/errors.ts";
import { loadErrorTexts } from "../../lib/error-texts.ts";
import { formatCount } from "../../lib/format-count.ts";
import { whenDone } from "../../lib/when-done.ts";
import type { ListSource } from "../../steps/list-file/list.models.ts";
import { openList } from "../../steps/list-file/open-list.ts";
import { useFileChooser } from "../../steps/list-file/use-file-chooser.tsx";
import { Button } from "../../ui/forms/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { TextArea } from "../../ui/forms/text-area.tsx";
import { Dialog, focusOnOpen } from "../../ui/overlays/dialog.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import { type Details, detailsText, readPeople, toLines, withDetails } from "./added-people.models.ts";
import styles from "./people.module.css";

interface AddPeopleDialogProps {
  workspaceId: string;
  onClose: () => void;
}

/** Adds people by name and address, typed, pasted, or from a file that is read in this browser. */
export function AddPeopleDialog({ workspaceId, onClose }: AddPeopleDialogProps) {
  const formId = useId();
  const toast = useToast();
  const add = useAddPeople();
  const [text, setText] = useState("");
  const [isTried, setTried] = useState(false);
  const [isReading, setReading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [details, setDetails] = useState<Details>(new Map());
  const { people: typed, problem } = useMemo(() => readPeople(text), [text]);
  const people = useMemo(() => withDetails(typed, details), [typed, details]);

  const readFile = async (source: ListSource) => {
    setFailure(undefined);
    setReading(true);
    const [read] = await Promise.all([openList(source, { maxRows: limits.addedPeople }), loadErrorTexts()]);
    setReading(false);
    const found = "list" in read ? toLines(read.list) : undefined;
    if ("problem" in read) setFailure(errorText(new AppError(read.problem)));
    else if (found === undefined) setFailure("No column in this file contains email addresses.");
    else {
      setText((before) => [before.trim(), found.lines].filter(Boolean).join("\n"));
      setDetails((before) => new Map([...before, ...found.details]));
    }
  };
  const chooser = useFileChooser((source) => void readFile(source));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem !== undefined || add.isPending) return;
    void whenDone(add.mutateAsync({ workspaceId, people }), ({ added, known }) => {
      const message = `${formatCount(added, "person", "people")} added`;
      toast({
        message: known === 0 ? message : `${message}, ${known} already in your list`,
        tone: "success",
      });
      onClose();
    });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Add people"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={add.isPending}>
            Add
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles["form"]} onSubmit={submit}>
        <Field
          label="Names and email addresses"
          hint="One person per line. They won’t be emailed; you can choose them when you send a request."
          error={isTried && problem}
        >
          <TextArea
            ref={focusOnOpen}
            rows={7}
            spellCheck={false}
            autoCapitalize="none"
            placeholder={"Anna Lind <anna@lind.example>\nmats@lind.example"}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        {chooser.input}
        <div className={styles["fromFile"]}>
          <Button
            size="small"
            icon={<FileSpreadsheet aria-hidden="true" />}
            busy={isReading}
            onClick={chooser.open}
          >
            Choose a CSV or Excel file
          </Button>
          <p role="status">
            {people.length > 0 &&
              [formatCount(people.length, "person", "people"), detailsText(people)]
                .filter(Boolean)
                .join(": ")}
          </p>
        </div>
        {failure !== undefined && (
          <Notice tone="returned" announce>
            {failure}
          </Notice>
        )}
        {add.error && (
          <Notice tone="returned" announce>
            {errorText(add.error)}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}
