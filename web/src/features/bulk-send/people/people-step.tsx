import { FileText } from "lucide-react";
import { formatCount } from "../../../lib/format-count.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import type { ListChoiceProps } from "../list/choose-list.tsx";
import type { List, ListChoice } from "../../../steps/list-file/list.models.ts";
import { ListFailure } from "../list/list-failure.tsx";
import { useFileChooser } from "../../../steps/list-file/use-file-chooser.tsx";
import styles from "../bulk-send.module.css";
import { ColumnsTable } from "./columns-table.tsx";
import { DayOrderField } from "./day-order-field.tsx";
import type { CheckedPeople, Choices } from "./people.models.ts";
import { ReadyCard } from "./ready-card.tsx";
import { RowsToFix } from "./rows-to-fix.tsx";
import { EncodingChoice } from "./encoding-choice.tsx";
import { HiddenRows, SheetSelect } from "./sheet-notes.tsx";
import { WordsFields } from "./words-fields.tsx";

interface PeopleStepProps extends ListChoiceProps {
  workspaceId: string;
  /** Of the file. */
  name: string;
  list: List;
  choices: Choices;
  checked: CheckedPeople;
  hasAssignees: boolean;
  /** On the checklist. */
  items: number;
  /** Reads another part of the same file, or the file in another way. */
  onRead: (choice: ListChoice) => void;
  /** Goes back to where rows are pasted. */
  onPaste: () => void;
  onChange: (change: Partial<Choices>) => void;
  onContinue: () => void;
}

/** The second step: what each column is, which rows need mending, and what everyone gets. */
export function PeopleStep(props: PeopleStepProps) {
  const { workspaceId, name, list, choices, checked, hasAssignees, items, isReading, failure } = props;
  const { onChoose, onRead, onPaste, onChange, onContinue } = props;
  const chooser = useFileChooser(onChoose);
  const { sheet } = list;
  return (
    <div className={styles["columns"]}>
      <div className={styles["main"]}>
        <ListFailure failure={failure} />
        <div className={styles["file"]}>
          <span aria-hidden="true">
            <FileText />
          </span>
          <div>
            <h2>{name}</h2>
            <p>
              {sheet && `Sheet “${sheet.name}”, `}
              {formatCount(list.rows.length, "row")}, {formatCount(list.titles.length, "column")}, read in
              this browser
            </p>
          </div>
          {chooser.input}
          <div className={styles["acts"]}>
            {sheet && sheet.names.length > 1 && <SheetSelect sheet={sheet} onSheet={onRead} />}
            <Button size="small" busy={isReading} onClick={chooser.open}>
              Choose another file
            </Button>
            <Button size="small" variant="quiet" onClick={onPaste}>
              Paste rows
            </Button>
          </div>
        </div>
        {sheet && sheet.hiddenRows > 0 && <HiddenRows sheet={sheet} isReading={isReading} onSheet={onRead} />}
        {list.encoding && <EncodingChoice encoding={list.encoding} isReading={isReading} onChoose={onRead} />}
        {list.doubt === "replaced" && (
          <Notice tone="waiting">
            Some letters were lost when this file was saved: they appear as “{"\ufffd"}”. Save it again as
            “CSV UTF-8” or .xlsx.
          </Notice>
        )}
        <ColumnsTable
          list={list}
          uses={choices.uses}
          checked={checked}
          hasAssignees={hasAssignees}
          onUses={(uses) => onChange({ uses, order: undefined })}
        />
        {checked.asksOrder && (
          <DayOrderField list={list} choices={choices} onChoose={(order) => onChange({ order })} />
        )}
        <RowsToFix list={list} choices={choices} checked={checked} onChange={onChange} />
      </div>
      <div className={styles["aside"]}>
        <ReadyCard list={list} choices={choices} checked={checked} items={items} onContinue={onContinue} />
        <WordsFields
          workspaceId={workspaceId}
          choices={choices}
          people={checked.people}
          onChange={onChange}
        />
      </div>
    </div>
  );
}
