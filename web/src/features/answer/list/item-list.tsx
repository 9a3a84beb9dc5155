import type { ReactNode } from "react";
import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import type { ReceivedRequest } from "../../../data/inbox/received-request.models.ts";
import { DoneTitle, DoneTotal } from "../done/done-ends.tsx";
import { isOver } from "../checklist.models.ts";
import { type ItemGroup, toDoneGroups } from "./groups.models.ts";
import type { ItemProps } from "../item/item-props.ts";
import { ItemRow } from "./item-row.tsx";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "./item-list.module.css";
import type { useCurrentItem } from "./use-current-item.ts";

interface ItemListProps extends Pick<
  ItemProps,
  "request" | "myId" | "helpers" | "unread" | "uploads" | "add" | "sendAnyway" | "retry" | "dismiss"
> {
  groups: readonly ItemGroup[];
  position: ReturnType<typeof useCurrentItem>;
  isDone: boolean;
}

/** Headings and rows are siblings, because a row that moved to another parent would lose what is typed into it. */
export function ItemList({ groups, position, isDone, ...shared }: ItemListProps) {
  const { request } = shared;
  const row = (item: ReceivedItem, Heading: "h2" | "h3") => (
    <ItemRow
      key={item.id}
      {...shared}
      item={item}
      Heading={Heading}
      isMain={item.id === position.currentId}
      isUnfolded={position.isUnfolded(item.id)}
      isPaused={request.phase === "paused"}
      isClosed={isOver(request.phase)}
      isDone={isDone}
      onToggle={position.toggle}
    />
  );
  return <div className={styles["list"]}>{isDone ? doneRows(request, row) : openRows(groups, row)}</div>;
}

type RenderRow = (item: ReceivedItem, Heading: "h2" | "h3") => ReactNode;

function openRows(groups: readonly ItemGroup[], row: RenderRow): ReactNode[] {
  return groups.flatMap(({ name, note, items }) => [
    name !== "" && <GroupHeading key={`heading ${name}`} name={name} note={note} />,
    ...items.map((item) => row(item, name === "" ? "h2" : "h3")),
  ]);
}

function doneRows(request: ReceivedRequest, row: RenderRow): ReactNode[] {
  const { sent, optional } = toDoneGroups(request.items);
  return [
    <DoneTitle key="title" request={request} />,
    ...sent.map((item) => row(item, "h3")),
    <DoneTotal key="total" items={sent} />,
    optional.length > 0 && <GroupHeading key="heading optional" name="You can still add" note="" />,
    ...optional.map((item) => row(item, "h3")),
  ];
}

function GroupHeading({ name, note }: { name: string; note: string }) {
  return (
    <h2 className={styles["heading"]}>
      <UserText>{name}</UserText> {note !== "" && <span>{note}</span>}
    </h2>
  );
}
