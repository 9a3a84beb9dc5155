import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import { isRemaining } from "../../../data/inbox/remaining.models.ts";
import { classNames } from "../../../ui/theme/class-names.ts";
import { isLocked } from "../checklist.models.ts";
import type { ListedItemProps } from "../item/item-props.ts";
import styles from "./item-row.module.css";
import { LockedItem } from "../item/locked-item.tsx";
import { OpenItem } from "../item/open-item.tsx";
import { RowSummary } from "./row-summary.tsx";
import { SentSummary } from "./sent-summary.tsx";
import { useFileDrop } from "../files/use-file-drop.ts";

/** Nothing was sent or said about it. */
const isEmpty = ({ files, answer, questions }: ReceivedItem) =>
  files.length === 0 && answer === null && questions.length === 0;

interface ItemRowProps extends ListedItemProps {
  isUnfolded: boolean;
  /** The request takes nothing any more. */
  isClosed: boolean;
  /** Nothing required is missing: the row says what was sent. */
  isDone: boolean;
  onToggle: (id: string, isOpen: boolean) => void;
}

/** An item as one line, which unfolds. Its content stays mounted, so that nothing typed is lost. */
export function ItemRow({ isUnfolded, isClosed, isDone, onToggle, ...props }: ItemRowProps) {
  const { item, add, isPaused } = props;
  const locked = isClosed || isLocked(item);
  const takesFiles = item.kind === "file" && !locked && !isPaused;
  const { isOver, dropProps } = useFileDrop((files) => {
    add(item, files);
    onToggle(item.id, true);
  });
  const Summary = isDone && !isRemaining(item) ? SentSummary : RowSummary;
  const summary = <Summary {...props} isUnfolded={isUnfolded} />;
  if (isClosed && isEmpty(item)) {
    return (
      <div className={styles["row"]} data-item={item.id}>
        <div className={styles["summary"]}>{summary}</div>
      </div>
    );
  }
  return (
    <details
      className={classNames(styles["row"], isOver && styles["over"])}
      data-item={item.id}
      data-waiting={isRemaining(item) ? "" : undefined}
      open={isUnfolded}
      // Also fires when the browser's find-in-page unfolds the row.
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isUnfolded) onToggle(item.id, currentTarget.open);
      }}
      {...(takesFiles && dropProps)}
    >
      <summary
        className={styles["summary"]}
        onClick={(event) => {
          event.preventDefault();
          onToggle(item.id, !isUnfolded);
        }}
      >
        {summary}
      </summary>
      <div className={styles["content"]}>
        {locked ? <LockedItem {...props} isClosed={isClosed} /> : <OpenItem {...props} isOver={isOver} />}
      </div>
    </details>
  );
}
