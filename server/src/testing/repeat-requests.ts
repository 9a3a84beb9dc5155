import type { Platform } from "@sheaf/platform";
import { sql } from "./fill-outbox.ts";
import { draftOf, openWorkspace, signUp } from "./people.ts";

/** A new workspace sends so many requests, which repeat every month and are all due again. @returns the workspace. */
export async function repeatRequests(platform: Platform, count: number): Promise<string> {
  const owner = await signUp(platform, "nora@okafor.example");
  const day = 24 * 3_600_000;
  const tomorrow = new Date(Date.now() + day).toISOString().slice(0, 10);
  const workspace = await owner.act(async (call) => {
    const opened = await openWorkspace(call);
    for (let number = 1; number <= count; number += 1) {
      const recipients = [`client-${number}@people.example`];
      const draft = draftOf(`Papers ${number}`, ["Bank statement", "Receipts"], recipients);
      const request = await call<string>("create_request", { workspace: opened, draft });
      await call("send_request", { request, invite: false });
      await call("repeat_request", { request, every: "month", first_on: tomorrow });
    }
    return opened;
  });
  await sql(platform.database, "insert into private.test_clock (at) values ($1)", [
    new Date(Date.now() + 2 * day).toISOString(),
  ]);
  return workspace;
}

export interface Again {
  /** Titles, each of which was sent twice if all is done. */
  titles: number;
  requests: number;
  /** Of those that were sent again. */
  invitations: number;
}

/** The results of requests that repeat. */
export async function sentAgain(platform: Platform, workspace: string): Promise<Again> {
  const [again] = await sql<Again & Record<string, unknown>>(
    platform.database,
    `select
       count(distinct r.title)::int as titles, count(distinct r.id)::int as requests, count(o.id)::int as invitations
     from public.requests as r left join private.outbox as o on o.request_id = r.id and o.kind = 'invitation'
     where r.workspace_id = $1 and r.status = 'open'`,
    [workspace],
  );
  return again ?? { titles: 0, requests: 0, invitations: 0 };
}
