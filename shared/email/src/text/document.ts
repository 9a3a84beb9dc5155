import type { Block, Inline, Message, Row } from "../message.ts";
import { wrapped } from "./wrap.ts";

/** The text part: the same blocks in the same order. */
export function textOf({ brand, blocks, footer }: Message): string {
  const body = blocks.flatMap((block) => blockText(block) ?? []);
  const foot = footer.map((line) => wrapped(inlineText(line)));
  return `${[brand, ...body, "-- ", ...foot].join("\n\n").replace("-- \n\n", "-- \n")}\n`;
}

/** Undefined for a block that only repeats what another one says. */
function blockText(block: Block): string | undefined {
  switch (block.kind) {
    case "heading":
    case "subheading":
      return wrapped(block.text);
    case "paragraph":
    case "aside":
      return wrapped(inlineText(block.text));
    case "words":
      return `${wrapped(block.text, "> ")}\n${wrapped(block.by, "> ")}`;
    case "rows":
      return block.rows
        .map((row, index) => rowText(row, block.isNumbered ? `${index + 1}. ` : "- "))
        .join("\n\n");
    case "button":
      return `${block.label}:\n${block.url}`;
    case "progress":
    default:
      return undefined;
  }
}

function rowText({ title, chip, notes = [], quote }: Row, mark: string): string {
  const indent = " ".repeat(mark.length);
  const head = chip ? `${title} (${chip.label.toLowerCase()})` : title;
  return [
    wrapped(head, indent).replace(indent, mark),
    ...notes.map((note) => wrapped(note, indent)),
    ...(quote === undefined ? [] : [wrapped(`“${quote}”`, indent)]),
  ].join("\n");
}

function inlineText(parts: readonly Inline[]): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      return "strong" in part ? part.strong : `${part.link}: ${part.url}`;
    })
    .join("");
}
