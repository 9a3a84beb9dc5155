import { StatusChip } from "../../ui/status/chip.tsx";
import { ArrivedFiles } from "./arrived-files.tsx";
import styles from "./checklist.module.css";
import { answerText, isLocked } from "./checklist.models.ts";
import { GivenAnswer } from "./given-answer.tsx";
import { ItemAnswerForm } from "./item-answer-form.tsx";
import type { ItemProps } from "./item-props.ts";

/** An item that needs nothing now, collapsed to one line. */
export function FoldedItem({ isClosed, ...props }: ItemProps & { isClosed: boolean }) {
  const { item, request } = props;
  const locked = isClosed || isLocked(item);
  const text = answerText(item);
  return (
    <details className={styles["folded"]} data-drop={locked ? undefined : ""}>
      <summary className={styles["summary"]}>
        <StatusChip state={item.state}>{item.state === "waived" ? "Not needed" : undefined}</StatusChip>
        <h2 className={styles["foldedTitle"]}>
          {item.title}
          {text !== "" && <span>, {text}</span>}
        </h2>
      </summary>
      <div className={styles["unfolded"]}>
        {locked ? (
          <>
            <ArrivedFiles item={item} request={request} isLocked />
            <GivenAnswer item={item} isLocked />
            {isLocked(item) && (
              <p
                className={styles["hint"]}
              >{`${request.workspaceName} has accepted this. It can no longer be changed.`}</p>
            )}
          </>
        ) : (
          <ItemAnswerForm {...props} isMain={false} />
        )}
      </div>
    </details>
  );
}
