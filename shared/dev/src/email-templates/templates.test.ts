import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "../repository.ts";
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

test.each(emailTemplates)(
  "config.toml and docker-compose.yml have the subject of $name",
  async ({ name, subject }) => {
    const config = await readFile(join(repository, "shared", "supabase", "config.toml"), "utf8");
    expect(config).toContain(`[auth.email.template.${name}]\nsubject = "${subject}"\n`);
    const compose = await readFile(join(repository, "docker-compose.yml"), "utf8");
    const line = compose
      .split("\n")
      .find((each) => each.trim().startsWith(`GOTRUE_MAILER_SUBJECTS_${name.toUpperCase()}: `));
    expect(line?.replaceAll('"', "").trim()).toBe(`GOTRUE_MAILER_SUBJECTS_${name.toUpperCase()}: ${subject}`);
  },
);
