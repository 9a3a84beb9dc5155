import { sendRequest } from "./send-request.ts";
import { authChecks } from "./auth.checks.ts";
import { databaseChecks, type DatabaseSettings } from "./database.checks.ts";
import { readPageConfig } from "./page-config.ts";
import { platformChecks, visitorOf } from "./platform.checks.ts";
import { redirectChecks } from "./redirect.checks.ts";
import { restChecks } from "./rest.checks.ts";
import { type PurgeSettings, secretKeyChecks } from "./secret-key.checks.ts";
import { siteChecks } from "./site.checks.ts";
import { storageChecks } from "./storage.checks.ts";
import { type Finding, findingsOf, isWrong } from "./verdict.ts";

export interface CheckOptions extends PurgeSettings, DatabaseSettings {
  readonly site: string;
}

/** Runs all checks: the site, the platform named by its page, and the database. */
export async function* runChecks({
  site,
  databaseUrl,
  emailsPerHour,
  ...purge
}: CheckOptions): AsyncGenerator<Finding> {
  yield* findingsOf(siteChecks(site));
  const page = await sendRequest(`${site}/sign-in`, { headers: { accept: "text/html" } }).then(
    ({ text }) => readPageConfig(text),
    () => undefined,
  );
  if (page) {
    const visitor = visitorOf(site, page);
    let reached = true;
    for await (const finding of findingsOf(platformChecks(visitor))) {
      reached = !isWrong(finding);
      yield finding;
    }
    const behind = [authChecks, redirectChecks, restChecks, storageChecks].flatMap((checks) =>
      checks(visitor),
    );
    // The last platform check shows whether the key is accepted; otherwise every later line would fail for the same
    // reason.
    if (reached) yield* findingsOf([...behind, ...secretKeyChecks(page, purge)]);
    else yield { name: "the rest of the platform", verdict: { unseen: "it rejects the key" } };
  }
  yield* findingsOf(databaseChecks({ databaseUrl, emailsPerHour }));
}
