import { readdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { emailTemplates } from "./templates.ts";

test.each(emailTemplates)(
  "the $name template is what `pnpm templates:generate` writes",
  async ({ path, html }) => {
    expect(await readFile(path, "utf8")).toBe(html);
  },
);

test("every file among the templates is generated", async () => {
  const [first] = emailTemplates;
  const files = await readdir(dirname(first?.path ?? ""));
  expect(files.sort()).toEqual(emailTemplates.map(({ name }) => `${name}.html`).sort());
});

test.each(emailTemplates)("the $name template contains no text that a stranger could enter", ({ html }) => {
  const named = new Set([...html.matchAll(/\{\{ \.(\w+) \}\}/g)].map(([, name]) => name));
  const addresses = ["Email", "NewEmail", "OldEmail"];
  const allowed = new Set(["SiteURL", "Token", "TokenHash", "RedirectTo", "Provider", ...addresses]);
  expect(html.match(/\{\{(?! \.\w+ \}\})/g)).toBeNull();
  expect([...named].filter((name) => name === undefined || !allowed.has(name))).toEqual([]);
});
