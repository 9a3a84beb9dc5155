import { randomUUID } from "node:crypto";
import type { Platform } from "@sheaf/platform";
import { sql } from "./fill-outbox.ts";
import { draftOf, openWorkspace, signUp } from "./people.ts";

/** A new workspace sends a template of ten items to so many new people; caps and quotas are lifted. @returns the job. */
export async function sendToMany(platform: Platform, people: number): Promise<string> {
  await sql(
    platform.database,
    "update private.email_limits set most = 1000000 where name like 'new_addresses%'",
  );
  await sql(platform.database, "update private.quotas set most = 1000000 where name = 'requests'");
  const job = randomUUID();
  const owner = await signUp(platform, `nora-${job}@okafor.example`);
  const list = Array.from({ length: people }, (_, index) => ({
    number: index + 1,
    email: `client-${index + 1}-${job}@people.example`,
    name: `Client ${index + 1}`,
  }));
  const titles = Array.from({ length: 10 }, (_, index) => `Document ${index + 1}`);
  await owner.act(async (call) => {
    const workspace = await openWorkspace(call);
    const template = await call("create_template", { workspace, draft: draftOf("Tax return", titles) });
    const sent = { job, template, title: "Tax return, {name}", message: "" };
    await call("send_to_many", { ...sent, people: JSON.stringify(list) });
  });
  return job;
}

export interface Made {
  /** People with a request. */
  people: number;
  requests: number;
  invitations: number;
}

/** The results of a job; all three are equal if everybody has one request and one email. */
export async function madeBy(platform: Platform, job: string): Promise<Made> {
  const [made] = await sql<Made & Record<string, unknown>>(
    platform.database,
    `select
       count(distinct p.email)::int as people, count(distinct r.id)::int as requests, count(o.id)::int as invitations
     from public.requests as r
     join public.recipients as p on p.request_id = r.id
     left join private.outbox as o on o.recipient_id = p.id
     where r.status = 'open' and r.workspace_id = (select j.workspace_id from private.jobs as j where j.id = $1)`,
    [job],
  );
  return made ?? { people: 0, requests: 0, invitations: 0 };
}
