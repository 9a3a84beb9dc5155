import type { Receipt, ReceiptItem } from "@sheaf/contract/receipt/receipt";
import { Check, EqualNot, FileQuestionMark, FileX, LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import { formatMoment } from "../../lib/dates.ts";
import { formatBytes } from "../../lib/format-size.ts";
import { Chip } from "../../ui/status/chip.tsx";
import type { DroppedFile } from "./use-verification.ts";
import { judge, shortSum } from "./verify.models.ts";
import styles from "./verify.module.css";

interface FileResultProps {
  file: DroppedFile;
  /** Undefined until a genuine receipt is there. */
  receipt: Receipt | undefined;
}

/** One file, and where it stands in the receipt. */
export function FileResult({ file, receipt }: FileResultProps) {
  const { name, size, sha256 } = file;
  const bytes = formatBytes(size);
  if (sha256 === undefined) return <Row name={name} icon={<LoaderCircle />} text="Being read…" />;
  if (sha256 === null)
    return (
      <Row
        name={name}
        icon={<FileX />}
        chip={<Chip tone="returned">Not read</Chip>}
        text="This file can’t be read. If it’s a folder, choose the files in it."
      />
    );
  if (!receipt)
    return (
      <Row name={name} icon={<FileQuestionMark />} text="Add the receipt to check it against." note={bytes} />
    );
  const judgement = judge(receipt, { name, size, sha256 });
  if (judgement.kind === "absent")
    return (
      <Row
        name={name}
        icon={<FileX />}
        chip={<Chip>Not in this receipt</Chip>}
        text="No file in this receipt has this content, under any name."
        note={`${bytes}. It may belong to another receipt.`}
      />
    );
  const { item, file: received } = judgement;
  const at = formatMoment(received.received_at, { withYear: true });
  if (judgement.kind === "received")
    return (
      <Row
        name={name}
        tone="accepted"
        icon={<Check />}
        chip={<Chip tone="accepted">Received</Chip>}
        text={`This exact file was received on ${at}${received.name === name ? "" : `, as ${received.name}`}.`}
        note={`Item: ${item.title} · ${bytes}${decision(item)}`}
      />
    );
  return (
    <Row
      name={name}
      tone="returned"
      icon={<EqualNot />}
      chip={<Chip tone="returned">Different</Chip>}
      text={`A file with this name was received on ${at}, but its content is different.`}
    >
      <dl className={styles["sums"]}>
        <dt>Received</dt>
        <dd>
          {formatBytes(received.size)} <code>{shortSum(received.sha256)}</code>
        </dd>
        <dt>This file</dt>
        <dd>
          {bytes} <code>{shortSum(sha256)}</code>
        </dd>
      </dl>
    </Row>
  );
}

const decision = ({ state, decided_by: by }: ReceiptItem): string =>
  by !== null && (state === "accepted" || state === "returned") ? ` · ${state} by ${by}` : "";

interface RowProps {
  name: string;
  tone?: "accepted" | "returned";
  icon: ReactNode;
  chip?: ReactNode;
  text: string;
  note?: string;
  children?: ReactNode;
}

function Row({ name, tone, icon, chip, text, note, children }: RowProps) {
  return (
    <li>
      <span className={styles["badge"]} data-tone={tone} aria-hidden="true">
        {icon}
      </span>
      <div>
        <h3>{name}</h3>
        <p>{text}</p>
        {note !== undefined && <p className={styles["note"]}>{note}</p>}
        {children}
      </div>
      {chip}
    </li>
  );
}
