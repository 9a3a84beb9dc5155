import { join } from "node:path";
import process from "node:process";
import { type Database, startPlatform } from "@sheaf/platform";
import type { FromPlatform, ToPlatform } from "./platform-messages.ts";

/**
 * Runs the local platform in its own process, which ends with its parent. This folder is type-checked for Node only;
 * the rest of `tapes` is checked for the browser as well.
 */
const [port = "0", siteUrl = "", settings = "", directory = ""] = process.argv.slice(2);
const send = (message: FromPlatform) => process.send?.(message);

const platform = await startPlatform({
  port: Number(port),
  siteUrl,
  smtpPort: 0,
  ...(directory !== "" && { directory }),
  ...(settings !== "" && {
    config: join(settings, "config.toml"),
    migrations: join(settings, "migrations"),
  }),
});

const commands = {
  reset: () => platform.reset(),
  "spread-activity": () => spreadActivity(platform.database),
  "age-sign-ins": () => ageSignIns(platform.database),
  "lift-quotas": () => liftQuotas(platform.database),
};
function follow(message: ToPlatform): Promise<void> {
  if (message.is === "set-email-clock") return setEmailClock(platform.database, message.at);
  if (message.is === "add-member") return addMember(platform.database, message);
  return commands[message.is]();
}
process.on("message", (message: ToPlatform) => {
  follow(message).then(
    () => send({ is: "done" }),
    (error: unknown) => send({ is: "failed", reason: String(error) }),
  );
});
process.on("disconnect", () => void platform.stop());
const { url, mailboxUrl, anonKey, smtpUrl = "" } = platform;
send({ is: "ready", url, mailboxUrl, anonKey, smtpUrl });

/** Moves the last activity of all requests into the past, seven hours apart, keeping their order. */
async function spreadActivity(database: Database): Promise<void> {
  await database.as("supabase_admin", {}, async (query) => {
    await query("set local session_replication_role = replica");
    await query(`
      with ordered as (
        select id, row_number() over (order by last_activity_at desc, id desc) as position from public.requests
      )
      update public.requests as r set last_activity_at = now() - ordered.position * interval '7 hours'
      from ordered where ordered.id = r.id`);
    await query(`
      update public.events as e set at = r.last_activity_at
      from public.requests as r where r.id = e.request_id`);
    await query(`
      update public.recipients as p set created_at = r.last_activity_at, first_seen_at =
        case when p.first_seen_at is null then null else r.last_activity_at end
      from public.requests as r where r.id = p.request_id`);
  });
}

/** Moves every sign-in and every authenticator code an hour into the past. Tokens say so after their next refresh. */
async function ageSignIns(database: Database): Promise<void> {
  await database.as("supabase_admin", {}, (query) =>
    query(`
      update auth.mfa_amr_claims
      set created_at = created_at - interval '1 hour', updated_at = updated_at - interval '1 hour'`),
  );
}

/** Moves the moment by which emails are due. */
async function setEmailClock(database: Database, at: string): Promise<void> {
  await database.as("supabase_admin", {}, async (query) => {
    await query("delete from private.test_clock");
    await query("insert into private.test_clock (at) values ($1)", [at]);
  });
}

/** Makes a user with an account a member of every workspace, because joining by invitation would need its email. */
async function addMember(
  database: Database,
  { email, name }: { email: string; name: string },
): Promise<void> {
  await database.as("supabase_admin", {}, async (query) => {
    await query(
      `insert into public.profiles (user_id, display_name) select id, $2 from auth.users where email = $1
       on conflict do nothing`,
      [email, name],
    );
    await query(
      `insert into public.members (workspace_id, user_id, role)
       select w.id, u.id, 'member' from public.workspaces as w, auth.users as u where u.email = $1`,
      [email],
    );
  });
}

/** Lets one person do in one day what a workspace does in a year. */
async function liftQuotas(database: Database): Promise<void> {
  await database.as("supabase_admin", {}, async (query) => {
    await query("update private.quotas set most = 1000000000000");
    await query("update private.email_limits set most = 1000000");
  });
}
