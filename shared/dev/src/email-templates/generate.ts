import { writeFile } from "node:fs/promises";
import { emailTemplates } from "./templates.ts";

for (const { path, html } of emailTemplates) await writeFile(path, html);
