import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { escape } from "../html/escape.ts";
import { emailKinds } from "../kinds.ts";
import { samples } from "./samples.ts";

/** Writes every email to a folder, and a page that shows them side by side at 600 and 320 pixels. */
const folder = resolve(process.argv[2] ?? "dist/preview");
await mkdir(folder, { recursive: true });
const sections: string[] = [];
for (const [index, { name, kind, facts }] of samples.entries()) {
  const { subject, html, text } = emailKinds[kind](facts, "en");
  const file = `${String(index + 1).padStart(2, "0")}-${kind}.html`;
  await writeFile(join(folder, file), html);
  sections.push(
    `<section><h2>${escape(name)}</h2><p>${escape(subject)}</p><div><iframe src="${file}" width="600" height="900"></iframe><iframe src="${file}" width="320" height="900"></iframe><pre>${escape(text)}</pre></div></section>`,
  );
}
const page = join(folder, "index.html");
await writeFile(
  page,
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Emails</title><style>:root{color-scheme:light dark}body{font-family:sans-serif}div{display:flex;gap:16px;flex-wrap:wrap}iframe{border:1px solid #8888}pre{max-width:80ch;white-space:pre-wrap}</style><h1>Emails</h1>${sections.join("\n")}`,
);
process.stdout.write(`${pathToFileURL(page).href}\n`);
