import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import { isRemaining } from "../../../data/inbox/remaining.models.ts";
import type { Upload } from "../../../data/uploads/upload.models.ts";
import { itemMark } from "../../../steps/items/item-mark.models.ts";
import { ItemMark } from "../../../steps/items/item-mark.tsx";
import { Chip } from "../../../ui/status/chip.tsx";
import { ProgressBar } from "../../../ui/status/progress-bar.tsx";
import { VisuallyHidden } from "../../../ui/theme/visually-hidden.tsx";
import { filesBeingSent } from "./current-item.models.ts";
import type { ListedItemProps } from "../item/item-props.ts";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "./item-row.module.css";
import { itemChip, returnReasons } from "../item/item-state.models.ts";
import { RowProblem } from "./row-problem.tsx";
import { UnreadChip } from "./unread-chip.tsx";
import { rowProgress } from "./row-progress.models.ts";

type SummaryProps = Pick<
  ListedItemProps,
  "item" | "request" | "helpers" | "unread" | "uploads" | "Heading"
> & {
  isUnfolded: boolean;
};

/** Mark, title and state of an item; while it is folded also what its content would show first. */
export function RowSummary({ item, request, helpers, unread, uploads, Heading, isUnfolded }: SummaryProps) {
  const sending = filesBeingSent(item, uploads);
  const helper = helpers.get(item.id);
  const isHeldBack = uploads.some(({ itemId, phase }) => itemId === item.id && phase.state === "doubted");
  const chip = isHeldBack
    ? ({ label: "Needs you", tone: "waiting" } as const)
    : sending.length > 0
      ? ({ label: "Sending…", tone: "plain" } as const)
      : itemChip(item, request.phase);
  // In a list of what is left, "Missing" on every line says nothing.
  const isPlain = chip.label === "Missing" && !isUnfolded;
  return (
    <>
      <ItemMark shape={sending.length > 0 ? "sending" : itemMark(item)} />
      <UserText as={Heading} className={styles["title"]}>
        {item.title}
      </UserText>
      <span className={styles["chips"]}>
        <UnreadChip item={item} unread={unread} />
        {helper !== undefined && isRemaining(item) && <Chip>{helper}</Chip>}
        {item.isChanged && <Chip>Changed</Chip>}
        {isPlain ? <VisuallyHidden>Missing</VisuallyHidden> : <Chip tone={chip.tone}>{chip.label}</Chip>}
      </span>
      {request.phase !== "cancelled" && <Reason item={item} isUnfolded={isUnfolded} />}
      {!isUnfolded && sending.length > 0 && <SendingLine item={item} sending={sending} />}
      {!isUnfolded && <RowProblem item={item} uploads={uploads} />}
    </>
  );
}

function Reason({ item, isUnfolded }: { item: ReceivedItem; isUnfolded: boolean }) {
  const reasons = returnReasons(item);
  // Of several, each file below says its own.
  if (reasons.length === 0 || (isUnfolded && reasons.length > 1)) return null;
  const returned = isUnfolded ? [] : item.files.filter(({ verdict }) => verdict === "returned");
  return (
    <span className={styles["reason"]}>
      {reasons.map((reason) => (
        <UserText as="span" key={reason}>
          {reason}
        </UserText>
      ))}
      {returned.map(({ id, name }) => (
        <UserText as="s" key={id}>
          {name}
        </UserText>
      ))}
    </span>
  );
}

function SendingLine({ item, sending }: { item: ReceivedItem; sending: readonly Upload[] }) {
  const { name, text, value } = rowProgress(sending);
  return (
    <span className={styles["sending"]}>
      <UserText as="span" className={styles["file"]}>
        {name}
      </UserText>
      <span>{text}</span>
      <ProgressBar value={value} label={`Progress of ${item.title}`} />
    </span>
  );
}
