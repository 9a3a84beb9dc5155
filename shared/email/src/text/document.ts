import type { Block, Inline, Message, Row } from "../message.ts";
import { isolated } from "../words/isolated.ts";
import { plain } from "../words/plain.ts";
import { unclickable } from "../words/unclickable.ts";
import { wrapped } from "./wrap.ts";

/** The text part: the same blocks in the same order. */
export function textOf({ brand, blocks, footer }: Message): string {
  const body = blocks.flatMap((block) => blockText(block) ?? []);
  const foot = footer.map((line) => wrapped(inlineText(line)));
  return `${[said(brand), ...body, "-- ", ...foot].join("\n\n").replace("-- \n\n", "-- \n")}\n`;
}

const said = (text: string): string => unclickable(plain(text));

/** A person's own words in one of our sentences. */
const apart = (text: string): string => isolated(said(text));

/** Undefined for a block that only repeats what another one says. */
function blockText(block: Block): string | undefined {
  switch (block.kind) {
    case "heading":
    case "subheading":
      return wrapped(said(block.text));
    case "paragraph":
    case "aside":
      return wrapped(inlineText(block.text));
    case "words":
      return `${wrapped(said(block.text), "> ")}\n${wrapped(said(block.by), "> ")}`;
    case "rows":
      return block.rows
        .map((row, index) => rowText(row, block.isNumbered ? `${index + 1}. ` : "- "))
        .join("\n\n");
    case "button":
      return `${said(block.label)}:\n${block.url}`;
    case "code":
      return block.groups.join(" ");
    case "progress":
    default:
      return undefined;
  }
}

function rowText({ title, chip, notes = [], files = [], quote }: Row, mark: string): string {
  const indent = " ".repeat(mark.length);
  const head = chip ? `${apart(title)} (${said(chip.label.toLowerCase())})` : said(title);
  return [
    wrapped(head, indent).replace(indent, mark),
    ...notes.map((note) => wrapped(said(note), indent)),
    ...files.flatMap(({ text, checksum }) => [
      wrapped(said(text), indent),
      ...(checksum === undefined ? [] : [`${indent}${checksum}`]),
    ]),
    ...(quote === undefined ? [] : [wrapped(said(`“${quote.text}”`), indent)]),
  ].join("\n");
}

function inlineText(parts: readonly Inline[]): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return said(part);
      if ("name" in part) return apart(part.name);
      return "strong" in part ? apart(part.strong) : `${said(part.link)}: ${part.url}`;
    })
    .join("");
}
