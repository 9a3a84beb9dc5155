import { pageConfig } from "../../../lib/page-config.ts";
import styles from "../checklist.module.css";
import { acceptHint } from "../checklist.models.ts";
import { HandOffBlock } from "./hand-off-block.tsx";
import { ItemContent } from "./item-content.tsx";
import { QuestionsBlock } from "./questions-block.tsx";
import type { ItemProps } from "./item-props.ts";

/** What an item asks for, and the form to answer it. */
export function OpenItem({ isMain, ...props }: ItemProps & { isMain: boolean }) {
  const { item } = props;
  const hint = [
    item.kind === "file" ? acceptHint(item, pageConfig().maxFileBytes) : "",
    item.isSensitive ? "Sensitive: previews stay blurred until somebody opens them." : "",
  ];
  return (
    <>
      {item.instructions !== "" && <p className={styles["instructions"]}>{item.instructions}</p>}
      <p className={styles["hint"]}>{hint.filter(Boolean).join(" ")}</p>
      <div className={styles["others"]}>
        <QuestionsBlock {...props} canWrite={!props.isPaused} />
        <HandOffBlock {...props} />
      </div>
      <ItemContent {...props} isMain={isMain} />
    </>
  );
}
