import { isRemaining } from "../../data/inbox/remaining.models.ts";
import { isUnfinished } from "../../data/uploads/upload.models.ts";
import { ArrivedFiles } from "./arrived-files.tsx";
import styles from "./checklist.module.css";
import { DeclineAnswer } from "./decline-answer.tsx";
import { FileChooser } from "./file-chooser.tsx";
import { GivenAnswer } from "./given-answer.tsx";
import type { ItemProps } from "./item-props.ts";
import { LeftoverRows } from "./leftover-rows.tsx";
import { TextAnswer } from "./text-answer.tsx";
import { UploadRows } from "./upload-rows.tsx";
import { useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { useFileDrop } from "./use-file-drop.ts";

interface ItemAnswerFormProps extends ItemProps {
  /** Gets the page's primary button. */
  isMain: boolean;
}

/** Everything added to an item so far, and the controls to add more. */
export function ItemAnswerForm(props: ItemAnswerFormProps) {
  const { item, uploads } = props;
  const rows = [item.files, item.unfinished, uploads.filter(({ itemId }) => itemId === item.id)];
  const { group, groupProps } = useFocusFallback(
    `${item.answer?.kind} ${rows.map(({ length }) => length).join(" ")}`,
  );
  const isDeclined = item.answer !== null && item.answer.kind !== "text";
  return (
    <div
      ref={group}
      {...groupProps}
      className={styles["answer"]}
      role="group"
      aria-label={`Answer to ${item.title}`}
      tabIndex={-1}
    >
      {isDeclined && <GivenAnswer item={item} isLocked={false} />}
      {item.kind === "file" ? <FileAnswer {...props} /> : <TextAnswer item={item} isMain={props.isMain} />}
      {item.answer === null && item.files.length === 0 && (
        <DeclineAnswer item={item} onClosed={() => group.current?.focus({ preventScroll: true })} />
      )}
    </div>
  );
}

function FileAnswer({ item, request, uploads, add, retry, dismiss, isMain }: ItemAnswerFormProps) {
  const { isOver, dropProps } = useFileDrop((files) => add(item, files));
  const isWanted =
    isRemaining(item) && !uploads.some((upload) => upload.itemId === item.id && isUnfinished(upload));
  return (
    <div {...dropProps}>
      <ArrivedFiles item={item} request={request} isLocked={false} />
      <UploadRows item={item} request={request} uploads={uploads} retry={retry} dismiss={dismiss} />
      <LeftoverRows item={item} uploads={uploads} />
      <FileChooser
        item={item}
        isMain={isMain}
        isWanted={isWanted}
        isOver={isOver}
        onFiles={(files) => add(item, files)}
      />
    </div>
  );
}
