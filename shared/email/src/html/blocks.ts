import type { ItemState } from "@sheaf/contract/states";
import type { Block, EmailedFile, Inline, Row } from "../message.ts";
import { escape, unlinked } from "./escape.ts";
import { accentStyles, chipStyle, marks, styles, tints } from "./styles.ts";

const table = 'role="presentation" cellpadding="0" cellspacing="0"';

export function blockHtml(block: Block, accent: string): string {
  switch (block.kind) {
    case "heading":
      return `<h1 dir="auto" class="ink" style="${styles.heading}">${unlinked(block.text)}</h1>`;
    case "subheading":
      return `<h2 dir="auto" class="ink" style="${styles.subheading}">${unlinked(block.text)}</h2>`;
    case "paragraph":
      return `<p class="ink-2" style="${block.isQuiet ? styles.quiet : styles.paragraph}">${inlineHtml(block.text)}</p>`;
    case "words":
      return `<table ${table} style="${styles.quoted}"><tr><td class="rule" style="${styles.rule}"></td><td class="ink" style="${styles.words}"><div dir="auto">${lines(block.text)}</div><p dir="auto" class="ink-3" style="${styles.by}">${unlinked(block.by)}</p></td></tr></table>`;
    case "progress":
      return progressHtml(block.states);
    case "rows":
      return `<table ${table} width="100%" style="${styles.rows}">${block.rows.map(rowHtml).join("\n")}</table>`;
    case "button":
      return `<table ${table} class="button-table" style="margin:24px 0 0;border-collapse:separate"><tr><td class="button" style="${accentStyles(accent).button}"><a class="button-link" href="${escape(block.url)}" style="${styles.buttonLink}">${escape(block.label)}</a></td></tr></table>`;
    case "code":
      return `<p dir="ltr" class="code" style="${styles.code}">${block.groups.map(groupHtml).join("")}</p>`;
    case "aside":
    default:
      return `<div class="aside" style="${styles.aside}">${inlineHtml(block.text, ink)}</div>`;
  }
}

const ink = ' class="ink" style="color:#1d1c1a"';

/** @param strong attributes of strong parts, if their colour differs from the text's. */
export function inlineHtml(parts: readonly Inline[], strong = ""): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return unlinked(part);
      if ("name" in part) return `<bdi dir="auto">${unlinked(part.name)}</bdi>`;
      if ("strong" in part) return `<b dir="auto"${strong}>${unlinked(part.strong)}</b>`;
      return `<a class="link" href="${escape(part.url)}" style="${styles.link}">${escape(part.link)}</a>`;
    })
    .join("");
}

/** The space between groups is padding, so that copying gives only the code. */
const groupHtml = (group: string, index: number): string =>
  `<span${index === 0 ? "" : ` style="${styles.nextGroup}"`}>${escape(group)}</span>`;

const lines = (text: string) => text.split(/\r?\n/u).map(unlinked).join("<br>");

function rowHtml({ title, chip, notes = [], files = [], quote }: Row): string {
  const label = chip
    ? `<td style="width:10px"></td><td valign="top" style="width:1%"><span class="tone-${chip.tone}" style="${chipStyle(chip.tone)}">${unlinked(chip.label)}</span></td>`
    : "";
  const below = notes
    .map((note) => `<p dir="auto" class="ink-2" style="${styles.note}">${unlinked(note)}</p>`)
    .join("");
  const sent = files.map(fileHtml).join("");
  const words =
    quote === undefined
      ? ""
      : `<div dir="auto" class="tone-${quote.tone}" style="${styles.quote};${tints[quote.tone]}">“${lines(quote.text)}”</div>`;
  return `<tr><td class="line" style="${styles.row}"><table ${table} width="100%"><tr><td dir="auto" class="ink" style="${styles.title}">${unlinked(title)}</td>${label}</tr></table>${below}${sent}${words}</td></tr>`;
}

function fileHtml({ text, checksum }: EmailedFile): string {
  const name = `<p dir="auto" class="ink-2" style="${styles.file}">${unlinked(text)}</p>`;
  if (checksum === undefined) return name;
  return `${name}<p class="ink-3" style="${styles.checksum}">${escape(checksum)}</p>`;
}

function progressHtml(states: readonly ItemState[]): string {
  const cells = states.map(
    (state) => `<td class="${marks[state].name}" style="${marks[state].style}">&nbsp;</td>`,
  );
  return `<table role="presentation" aria-hidden="true" width="100%" cellpadding="0" cellspacing="3" style="width:calc(100% + 6px);margin:18px -3px 0;border-collapse:separate;table-layout:fixed"><tr>${cells.join("")}</tr></table>`;
}
