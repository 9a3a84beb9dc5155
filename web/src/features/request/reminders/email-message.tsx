import type { EmailBlock, EmailRow, EmailWords, WrittenEmail } from "../../../data/reminders/email.models.ts";
import { initialsOf } from "../../../ui/layout/avatar.tsx";
import { Chip } from "../../../ui/status/chip.tsx";
import { Segments } from "../../../ui/status/segments.tsx";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "./email-message.module.css";

/**
 * An email as its reader will see it. The page's policy allows none of the styles inside an email's HTML, so its parts are
 * shown in styles of the page that look the same. Its links lead nowhere.
 */
export function EmailMessage({ message, to }: { message: WrittenEmail; to: string }) {
  const { subject, brand, blocks, footer } = message;
  return (
    // Scrolls in its dialog, so the keyboard must reach it.
    <article aria-label="Email" className={styles["email"]} tabIndex={0}>
      <dl className={styles["envelope"]}>
        <dt>To</dt>
        <dd>{to}</dd>
        <dt>Subject</dt>
        <dd>{subject}</dd>
      </dl>
      <div className={styles["sheet"]}>
        <p className={styles["brand"]}>
          <span aria-hidden="true">{initialsOf(brand)}</span>
          {brand}
        </p>
        {Array.from(blocks, (block, place) => (
          <BlockView key={place} block={block} />
        ))}
      </div>
      <footer className={styles["footer"]}>
        {Array.from(footer, (line, place) => (
          <p key={place}>
            <Words parts={line} />
          </p>
        ))}
      </footer>
    </article>
  );
}

function BlockView({ block }: { block: EmailBlock }) {
  switch (block.kind) {
    case "heading":
      return (
        <UserText as="h3" className={styles["heading"]}>
          {block.text}
        </UserText>
      );
    case "subheading":
      return (
        <UserText as="h4" className={styles["subheading"]}>
          {block.text}
        </UserText>
      );
    case "paragraph":
      return (
        <p className={block.isQuiet ? styles["quiet"] : styles["paragraph"]}>
          <Words parts={block.text} />
        </p>
      );
    case "words":
      return (
        <UserText as="blockquote" className={styles["words"]}>
          {block.text}
          <p>{block.by}</p>
        </UserText>
      );
    case "progress":
      return <Segments segments={block.states} label="Progress" size="medium" />;
    case "rows":
      return (
        <ul className={styles["rows"]}>
          {Array.from(block.rows, (row, place) => (
            <RowView key={place} row={row} />
          ))}
        </ul>
      );
    case "button":
      return <p className={styles["button"]}>{block.label}</p>;
    case "code":
      return <p className={styles["code"]}>{block.groups.join(" ")}</p>;
    case "aside":
    default:
      return (
        <p className={styles["aside"]}>
          <Words parts={block.text} />
        </p>
      );
  }
}

function RowView({ row: { title, chip, notes, files, quote } }: { row: EmailRow }) {
  return (
    <li>
      <p className={styles["title"]}>
        <UserText>{title}</UserText>
        {chip && <Chip tone={chip.tone}>{chip.label}</Chip>}
      </p>
      {[...(notes ?? []), ...(files ?? []).map(({ text }) => text)].map((line) => (
        <UserText as="p" key={line} className={styles["note"]}>
          {line}
        </UserText>
      ))}
      {quote && (
        <UserText as="p" className={styles["quote"]} data-tone={quote.tone}>
          “{quote.text}”
        </UserText>
      )}
    </li>
  );
}

function Words({ parts }: { parts: EmailWords }) {
  return Array.from(parts, (part, place) => {
    if (typeof part === "string") return part;
    if ("name" in part) return <UserText key={place}>{part.name}</UserText>;
    if ("strong" in part) {
      return (
        <UserText as="b" key={place}>
          {part.strong}
        </UserText>
      );
    }
    return <u key={place}>{part.link}</u>;
  });
}
