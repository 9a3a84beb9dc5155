import process from "node:process";
import { runCommand } from "../process/command.ts";
import { runChecks } from "./run-checks.ts";
import { readOptions, usage } from "./options.ts";
import { isWrong, lineOf } from "./verdict.ts";

await runCommand({
  usage,
  read: readOptions,
  run: async ({ site, emailsPerHour }) => {
    const {
      SUPABASE_SECRET_KEY: secretKey,
      SUPABASE_URL: supabaseUrl,
      DATABASE_URL: databaseUrl,
    } = process.env;
    let looked = 0;
    let wrong = 0;
    for await (const finding of runChecks({ site, secretKey, supabaseUrl, databaseUrl, emailsPerHour })) {
      console.log(lineOf(finding));
      looked += 1;
      if (isWrong(finding)) wrong += 1;
    }
    console.log(
      wrong === 0 ? `\nNothing wrong in ${looked} lines.` : `\nWrong: ${wrong} of ${looked} lines.`,
    );
    if (wrong > 0) process.exitCode = 1;
  },
});
