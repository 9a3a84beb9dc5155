import { randomUUID } from "node:crypto";
import type { Platform } from "@sheaf/platform";
import { signIn, unwrap } from "./documents.ts";
import { sql } from "./fill-outbox.ts";

/** A new workspace sends a template of ten items to so many new people; caps and quotas are lifted. @returns the job. */
export async function sendToMany(platform: Platform, people: number): Promise<string> {
  await sql(
    platform.database,
    "update private.email_limits set most = 1000000 where name like 'new_addresses%'",
  );
  await sql(platform.database, "update private.quotas set most = 1000000 where name = 'requests'");
  const job = randomUUID();
  const owner = await signIn(platform, `nora-${job}@okafor.example`);
  const workspace = unwrap(
    await owner.rpc("create_workspace", { name: "Okafor & Lind", display_name: "Nora Okafor" }),
  );
  const items = Array.from({ length: 10 }, (_, index) => ({
    title: `Document ${index + 1}`,
    instructions: "",
    kind: "file",
    required: true,
    accepts: [],
  }));
  const template = unwrap(
    await owner.rpc("create_template", { workspace, draft: { title: "Tax return", message: "", items } }),
  );
  const list = Array.from({ length: people }, (_, index) => ({
    number: index + 1,
    email: `client-${index + 1}-${job}@people.example`,
    name: `Client ${index + 1}`,
  }));
  unwrap(
    await owner.rpc("send_to_many", {
      job,
      template,
      title: "Tax return, {name}",
      message: "",
      people: list,
    }),
  );
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
