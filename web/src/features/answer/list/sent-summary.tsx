import { Chip } from "../../../ui/status/chip.tsx";
import type { ListedItemProps } from "../item/item-props.ts";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "./item-row.module.css";
import { RowProblem } from "./row-problem.tsx";
import { UnreadChip } from "./unread-chip.tsx";
import { sentText } from "../item/item-state.models.ts";

type SentSummaryProps = Pick<ListedItemProps, "item" | "unread" | "uploads" | "Heading"> & {
  isUnfolded: boolean;
};

/** Title of an item and what was sent for it. */
export function SentSummary({ item, unread, uploads, Heading, isUnfolded }: SentSummaryProps) {
  return (
    <>
      <UserText as={Heading} className={styles["title"]}>
        {item.title}
      </UserText>
      <span className={styles["chips"]}>
        <UnreadChip item={item} unread={unread} />
        {item.isChanged && <Chip>Changed</Chip>}
        {item.state === "accepted" && !item.isReceivedElsewhere && <Chip tone="accepted">Accepted</Chip>}
        <span className={styles["what"]}>{sentText(item)}</span>
      </span>
      {!isUnfolded && <RowProblem item={item} uploads={uploads} />}
    </>
  );
}
