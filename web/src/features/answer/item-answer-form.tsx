import { isLeft } from "../../data/inbox/left.models.ts";
import { isUnfinished } from "../../data/uploads/upload.models.ts";
import { useRef } from "react";
import { ArrivedFiles } from "./arrived-files.tsx";
import styles from "./checklist.module.css";
import { DeclineAnswer } from "./decline-answer.tsx";
import { FileChooser } from "./file-chooser.tsx";
import { GivenAnswer } from "./given-answer.tsx";
import type { ItemProps } from "./item-props.ts";
import { LeftoverRows } from "./leftover-rows.tsx";
import { TextAnswer } from "./text-answer.tsx";
import { UploadRows } from "./upload-rows.tsx";
import { useFileDrop } from "./use-file-drop.ts";

interface ItemAnswerFormProps extends ItemProps {
  /** The one item whose button stands out. */
  isMain: boolean;
}

/** What was added to an item so far, and the ways to add more. */
export function ItemAnswerForm(props: ItemAnswerFormProps) {
  const { item } = props;
  const group = useRef<HTMLDivElement>(null);
  // A button that took its own row away leaves the keyboard nowhere; the item is where it was.
  const stayHere = () => group.current?.focus({ preventScroll: true });
  const isDeclined = item.answer !== null && item.answer.kind !== "text";
  return (
    <div
      ref={group}
      className={styles["answer"]}
      role="group"
      aria-label={`Answer to ${item.title}`}
      tabIndex={-1}
    >
      {isDeclined && <GivenAnswer item={item} onTakenBack={stayHere} />}
      {item.kind === "file" ? (
        <FileAnswer {...props} onRowGone={stayHere} />
      ) : (
        <TextAnswer item={item} isMain={props.isMain} />
      )}
      {item.answer === null && item.files.length === 0 && <DeclineAnswer item={item} onClosed={stayHere} />}
    </div>
  );
}

interface FileAnswerProps extends ItemAnswerFormProps {
  onRowGone: () => void;
}

function FileAnswer({ item, request, uploads, add, retry, dismiss, isMain, onRowGone }: FileAnswerProps) {
  const { isOver, dropProps } = useFileDrop((files) => add(item, files));
  const isWanted =
    isLeft(item) && !uploads.some((upload) => upload.itemId === item.id && isUnfinished(upload));
  return (
    <div {...dropProps}>
      <ArrivedFiles item={item} request={request} isLocked={false} onRowGone={onRowGone} />
      <UploadRows
        item={item}
        request={request}
        uploads={uploads}
        retry={retry}
        dismiss={(id) => {
          onRowGone();
          return dismiss(id);
        }}
      />
      <LeftoverRows item={item} uploads={uploads} onRowGone={onRowGone} />
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
