import type { StoredFile } from "../../data/files/file.models.ts";
import { fileProgressText } from "../../data/items/file-count.models.ts";
import type { Question } from "../../data/questions/question.models.ts";
import { toSections } from "../../data/items/sections.models.ts";
import { type Archive, type ArchiveItem, filesOf } from "./archive.models.ts";
import { answerText, noteText, reasonText, setAsideNote, stateText } from "./index-text.models.ts";

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1d1c1a; }
h1, h2, h3, p { unicode-bidi: plaintext; white-space: pre-line; }
h2, h3 { font-size: 1.1rem; margin: 1.5rem 0 .25rem; } h3 { font-size: 1rem; } p { margin: 0; } ul { margin: .25rem 0; padding-inline-start: 1.25rem; }
blockquote { margin: .5rem 0; padding-inline-start: .75rem; border-inline-start: 3px solid #d8d3ca; }
code { font-size: .8rem; overflow-wrap: anywhere; color: #5b5750; } .state { color: #5b5750; }
`;

/** A page that works offline and without scripts: every item with its answer, files and their hashes. */
export function toIndexHtml(archive: Archive, title: string): string {
  const name = toHtml(title);
  const isVerified = filesOf(archive).every(({ received }) => received === undefined);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<style>${style}</style>
</head>
<body>
<h1>${name}</h1>
<p>The SHA-256 hash under each file was computed by the sender’s browser. ${isVerified ? "Every file in this download" : "Every file outside the folder “Could not be verified”"} was verified against it. <a href="history.csv">history.csv</a> has everything that happened, questions.csv the questions and replies, if there are any. Tables for other programs, the same in every country and with times in UTC, have “for-programs” in their names. Signed receipts are in the folder “Receipts”, if the recipients have any.</p>
${toSections(archive.items.map((entry) => ({ entry, section: entry.item.section })))
  .map(({ name: heading, items }) => toSection(heading, items))
  .join("\n")}
</body>
</html>
`;
}

function toSection(heading: string, items: readonly { entry: ArchiveItem }[]): string {
  const level = heading === "" ? "h2" : "h3";
  return [
    ...(heading === "" ? [] : [`<h2>${toHtml(heading)}</h2>`]),
    ...items.map(({ entry }) => toItem(entry, level)),
  ].join("\n");
}

function toItem({ number, item, files, setAside }: ArchiveItem, level: "h2" | "h3"): string {
  const count = item.expectedFiles > 1 ? `, ${fileProgressText(item)}` : "";
  const state = `${item.isRequired ? "Required" : "Optional"}, ${stateText(item)}${count}`;
  const lines = [
    `<${level}>${toHtml(`${number} ${item.title}`)}</${level}>`,
    `<p class="state">${toHtml(state)}</p>`,
    ...[answerText(item), reasonText(item)]
      .filter((line) => line !== "")
      .map((line) => `<p>${toHtml(line)}</p>`),
  ];
  const list = files.map((archived) => {
    const href = archived.path.split("/").map(encodeURIComponent).join("/");
    const link = `<a href="${toHtml(href)}">${toHtml(archived.file.name)}</a>`;
    return toListItem(archived.file, link, noteText(archived));
  });
  const listedOnly = setAside.map((file) => toListItem(file, toHtml(file.name), setAsideNote));
  return [
    ...lines,
    ...(item.files.length === 0 ? [] : ["<ul>", ...list, ...listedOnly, "</ul>"]),
    ...item.questions.map(toTalk),
  ].join("\n");
}

/** A question with its replies. */
function toTalk({ messages, isResolved }: Question): string {
  const lines = messages.map(
    ({ authorName, at, body }) =>
      `<p><b><bdi>${toHtml(authorName)}</bdi></b>, ${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC</p><p>${toHtml(body)}</p>`,
  );
  return `<blockquote>${lines.join("")}${isResolved ? '<p class="state">Resolved</p>' : ""}</blockquote>`;
}

/** @param name as HTML. */
function toListItem({ size, sha256 }: StoredFile, name: string, note: string): string {
  // A size beside a name of right-to-left letters would move into it.
  return `<li><bdi>${name}</bdi>, ${size} bytes<br><code>${toHtml(sha256)}</code>${note === "" ? "" : `<p>${toHtml(note)}</p>`}</li>`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Titles, answers and file names are untrusted, so they are escaped. */
export function toHtml(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (sign) => entities[sign] ?? "");
}
