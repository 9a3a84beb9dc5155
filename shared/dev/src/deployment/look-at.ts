import { ask } from "./ask.ts";
import { authChecks } from "./auth.checks.ts";
import { databaseChecks } from "./database.checks.ts";
import { readPageConfig } from "./page-config.ts";
import { platformChecks, visitorOf } from "./platform.checks.ts";
import { redirectChecks } from "./redirect.checks.ts";
import { restChecks } from "./rest.checks.ts";
import { type PurgeSettings, secretKeyChecks } from "./secret-key.checks.ts";
import { siteChecks } from "./site.checks.ts";
import { storageChecks } from "./storage.checks.ts";
import { type Finding, findingsOf, isWrong } from "./verdict.ts";

export interface Looking extends PurgeSettings {
  readonly site: string;
  readonly databaseUrl: string | undefined;
}

/** Everything that shows of a deployment: the site, then the platform that its page names, then the database. */
export async function* lookAt({ site, databaseUrl, ...purge }: Looking): AsyncGenerator<Finding> {
  yield* findingsOf(siteChecks(site));
  const page = await ask(`${site}/sign-in`, { headers: { accept: "text/html" } }).then(
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
    // The last of the platform's own says whether it takes the key; without that, every line would say the same.
    if (reached) yield* findingsOf([...behind, ...secretKeyChecks(page, purge)]);
    else yield { name: "the rest of the platform", verdict: { unseen: "it does not take the key" } };
  }
  yield* findingsOf(databaseChecks(databaseUrl));
}
