import { useId } from "react";
import { pageConfig } from "../../lib/page-config.ts";
import { Chip, StatusChip } from "../../ui/status/chip.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import styles from "./checklist.module.css";
import { acceptHint } from "./checklist.models.ts";
import { ItemAnswerForm } from "./item-answer-form.tsx";
import type { ItemProps } from "./item-props.ts";

/** An item that waits for the recipient, or did when the page was opened. */
export function OpenItem({ isMain, ...props }: ItemProps & { isMain: boolean }) {
  const { item } = props;
  const titleId = useId();
  const hint = [
    item.instructions,
    item.kind === "file" ? acceptHint(item.accepts, pageConfig().maxFileBytes) : "",
  ];
  return (
    <section className={styles["item"]} aria-labelledby={titleId}>
      <div className={styles["heading"]}>
        <h2 id={titleId}>{item.title}</h2>
        {item.state === "missing" && !item.isRequired ? (
          <Chip tone="outline">Optional</Chip>
        ) : (
          <StatusChip state={item.state} />
        )}
      </div>
      {item.state === "returned" && item.reason !== "" && (
        <div className={styles["reason"]}>
          <Notice tone="returned">{item.reason}</Notice>
        </div>
      )}
      <p className={styles["hint"]}>{hint.filter(Boolean).join(" ")}</p>
      <ItemAnswerForm {...props} isMain={isMain} />
    </section>
  );
}
