import { isDeclined } from "../../../data/items/answer.models.ts";
import { countedFiles } from "../../../data/items/file-count.models.ts";
import { isRemaining } from "../../../data/inbox/remaining.models.ts";
import { isUnfinished } from "../../../data/uploads/upload.models.ts";
import { isReturnedFile } from "../files/arrived-file.models.ts";
import { ArrivedFiles } from "../files/arrived-files.tsx";
import styles from "../checklist.module.css";
import { FileChooser } from "../files/file-chooser.tsx";
import type { ItemProps } from "./item-props.ts";
import { PendingUploads } from "../files/pending-uploads.tsx";
import { useFilePicker } from "../files/use-file-picker.tsx";
import { LeftoverRows } from "../files/leftover-rows.tsx";
import { FileCount } from "../files/file-count.tsx";
import { DeclineAnswer } from "../written/decline-answer.tsx";
import { DeclinedAnswer } from "../written/declined-answer.tsx";
import { WrittenAnswer } from "../written/written-answer.tsx";
import { useFocusFallback } from "../../../lib/use-focus-fallback.ts";

interface ItemAnswerFormProps extends ItemProps {
  /** Gets the page's primary button. */
  isMain: boolean;
  /** The recipient is saying why there is no answer. */
  isDeclining: boolean;
  onDeclineClosed: () => void;
}

/** Everything added to an item so far, and the controls to add more. */
export function ItemAnswerForm(props: ItemAnswerFormProps) {
  const { item, uploads, isDeclining, onDeclineClosed } = props;
  const rows = [...item.files, ...item.unfinished, ...uploads.filter(({ itemId }) => itemId === item.id)];
  const { group, groupProps } = useFocusFallback(
    `${item.revision} ${item.answer?.kind} ${rows.map(({ id }) => id).join(" ")}`,
  );
  const focusGroup = () => group.current?.focus({ preventScroll: true });
  return (
    <div
      ref={group}
      {...groupProps}
      className={styles["answer"]}
      role="group"
      aria-label={`Answer to ${item.title}`}
      tabIndex={-1}
    >
      {isDeclined(item.answer) && <DeclinedAnswer item={item} />}
      {/* Stays mounted, so that nothing typed is lost. */}
      <div hidden={isDeclining}>
        {item.kind === "file" ? (
          <FileAnswer {...props} />
        ) : (
          <WrittenAnswer item={item} kind={item.kind} isMain={props.isMain} onUnchanged={focusGroup} />
        )}
      </div>
      {isDeclining && (
        <DeclineAnswer
          item={item}
          onClose={() => {
            onDeclineClosed();
            focusGroup();
          }}
        />
      )}
    </div>
  );
}

function FileAnswer(props: ItemProps & { isMain: boolean }) {
  const { item, request, uploads, add, sendAnyway, retry, dismiss, isMain, isOver } = props;
  const counted = countedFiles(item.files);
  const picker = useFilePicker(item, (files) => add(item, files));
  const isWanted =
    isRemaining(item) && !uploads.some((upload) => upload.itemId === item.id && isUnfinished(upload));
  const isReplacing = isWanted && item.files.some((file) => isReturnedFile(file, item));
  return (
    <>
      {picker.inputs}
      <ArrivedFiles
        item={item}
        request={request}
        isLocked={false}
        replacing={isReplacing ? { picker, isMain } : undefined}
      />
      <PendingUploads
        item={item}
        request={request}
        uploads={uploads}
        picker={picker}
        sendAnyway={sendAnyway}
        retry={retry}
        dismiss={dismiss}
      />
      <LeftoverRows item={item} uploads={uploads} />
      {counted > 0 && counted < item.expectedFiles && (
        <FileCount item={item} isWanted={isWanted} workspaceName={request.workspaceName} />
      )}
      <FileChooser
        item={item}
        picker={isReplacing ? { ...picker, takePhoto: undefined } : picker}
        isMain={isMain}
        isWanted={isWanted && !isReplacing}
        isOver={isOver}
      />
    </>
  );
}
