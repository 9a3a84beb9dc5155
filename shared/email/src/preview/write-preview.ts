import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { escape } from "../html/escape.ts";
import { emailKinds } from "../kinds.ts";
import { codeEmail } from "../auth/code.email.ts";
import { authSamples } from "./auth-samples.ts";
import { codeSamples } from "./code-samples.ts";
import { samples } from "./samples.ts";

interface PreviewedEmail {
  title: string;
  file: string;
  subject: string;
  html: string;
  text: string;
}

const written = samples.map(({ name, kind, facts }, index): PreviewedEmail => {
  const { subject, html, text } = emailKinds[kind](facts, "en");
  return { title: name, file: `${String(index + 1).padStart(2, "0")}-${kind}.html`, subject, html, text };
});
const withCode = codeSamples.map(({ name, kind, facts }): PreviewedEmail => {
  const named = facts.workspace === undefined ? "" : "-by-link";
  const { subject, html, text } = codeEmail(kind, facts, "en");
  return { title: name, file: `code-${kind}${named}.html`, subject, html, text };
});
const ofAuth = authSamples.map(({ name, subject, html }): PreviewedEmail => {
  return {
    title: `Auth: ${name}`,
    file: `auth-${name}.html`,
    subject,
    html,
    text: "Auth sends HTML alone.",
  };
});

const frames = [
  [600, "light"],
  [600, "dark"],
  [320, "light"],
  [320, "dark"],
] as const;

/** Frames always follow the system's colour scheme, so each scheme is forced by rewriting its media query. */
const schemes = {
  light: (html: string) => html.replace("(prefers-color-scheme: dark)", "not all"),
  dark: (html: string) => html.replace("(prefers-color-scheme: dark)", "all"),
};

const frame = (html: string, [width, scheme]: (typeof frames)[number]): string =>
  `<iframe title="${width} px, ${scheme}" width="${width}" style="color-scheme:${scheme}" srcdoc="${escape(schemes[scheme](html))}"></iframe>`;

const section = ({ title, file, subject, html, text }: PreviewedEmail): string => `<section>
<h2><a href="${file}">${escape(title)}</a></h2>
<p>${escape(subject)}</p>
<div>${frames.map((each) => frame(html, each)).join("")}<pre>${escape(text)}</pre></div>
</section>`;

const page = (emails: readonly PreviewedEmail[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Emails</title>
<style>
:root{color-scheme:light dark;font-family:sans-serif}
div{display:flex;gap:16px;flex-wrap:wrap;align-items:start}
iframe{border:1px solid #8888}
pre{max-width:80ch;margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
</style>
<h1>Emails</h1>
${emails.map(section).join("\n")}
<script>
for (const frame of document.querySelectorAll("iframe")) {
  const fit = () => { frame.height = frame.contentDocument.documentElement.scrollHeight; };
  frame.addEventListener("load", fit);
  fit();
}
</script>
</html>
`;

/** Writes every email to a folder, and a page that shows them side by side at 600 and 320 pixels, light and dark. */
const folder = resolve(process.argv[2] ?? "dist/preview");
await mkdir(folder, { recursive: true });
const emails = [...written, ...withCode, ...ofAuth];
for (const { file, html } of emails) await writeFile(join(folder, file), html);
const index = join(folder, "index.html");
await writeFile(index, page(emails));
process.stdout.write(`${pathToFileURL(index).href}\n`);
