import { formatCount } from "../../../lib/format-count.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import type { Sheet, ListChoice } from "../../../steps/list-file/list.models.ts";
import styles from "../bulk-send.module.css";

interface SheetNotesProps {
  sheet: Sheet;
  isReading: boolean;
  onSheet: (choice: ListChoice) => void;
}

/** Chooses another visible sheet of an Excel file. */
export function SheetSelect({ sheet, onSheet }: Omit<SheetNotesProps, "isReading">) {
  return (
    <Select
      size="small"
      aria-label="Sheet"
      value={sheet.name}
      onChange={({ target }) => onSheet({ sheet: target.value })}
    >
      {sheet.names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </Select>
  );
}

/** Mentions hidden rows, because people whom a filter hides should get no request. */
export function HiddenRows({ sheet, isReading, onSheet }: SheetNotesProps) {
  const { name, hiddenRows, withHidden } = sheet;
  const isOne = hiddenRows === 1;
  return (
    <Notice tone="waiting">
      <div className={styles["hidden"]}>
        <span>
          {formatCount(hiddenRows, "hidden row")} {isOne ? "is" : "are"}{" "}
          {withHidden ? "included." : "left out."}
        </span>
        <Button
          size="small"
          busy={isReading}
          onClick={() => onSheet({ sheet: name, withHidden: !withHidden })}
        >
          {withHidden ? `Leave ${isOne ? "it" : "them"} out` : `Include ${isOne ? "it" : "them"}`}
        </Button>
      </div>
    </Notice>
  );
}
