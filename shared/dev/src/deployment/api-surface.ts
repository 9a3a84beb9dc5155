import { databaseFunctions } from "@sheaf/contract/database.functions";
import type { Database } from "@sheaf/contract/database.types";

type Api = Database["public"];

/** An ID that doesn't exist. */
const nil = "00000000-0000-0000-0000-000000000000";

/** Every table; a new one fails to compile until it is added. */
export const tables = Object.keys({
  access_requests: true,
  events: true,
  files: true,
  item_examples: true,
  items: true,
  members: true,
  messages: true,
  notes: true,
  profiles: true,
  questions: true,
  recipient_items: true,
  recipients: true,
  request_links: true,
  request_search: true,
  requests: true,
  request_tags: true,
  saved_views: true,
  tags: true,
  workspaces: true,
} satisfies Record<keyof Api["Tables"], true>);

type Functions = typeof databaseFunctions;
type ArgumentsOf<Name extends keyof Functions> = Functions[Name]["args"];
type ArgumentType = {
  [Name in keyof Functions]: ArgumentsOf<Name>[keyof ArgumentsOf<Name>];
}[keyof Functions];

/** Values that match nothing; a new type of argument fails to compile until it is added. */
const unmatched: Readonly<Record<ArgumentType, unknown>> = {
  uuid: nil,
  "uuid[]": [nil],
  text: "",
  "text[]": [],
  integer: 0,
  bigint: 0,
  boolean: false,
  date: "2000-01-01",
  "timestamp with time zone": "2000-01-01",
  jsonb: {},
};

/** Arguments that match nothing where those would: the lower these are, the more they match. */
const overrides = {
  claim_orphans: { after: "\u{10ffff}" },
  retire_files: { upload_hours: 1_000_000 },
} satisfies { [Name in keyof Functions]?: { [Argument in keyof ArgumentsOf<Name>]?: unknown } };

/** The preview of a link. */
export const openFunction = "peek_request";

/** Open to visitors: the previews, and stopping emails by the token in one. */
export const openFunctions: ReadonlySet<string> = new Set([
  openFunction,
  "peek_invitation",
  "peek_stop",
  "stop_email",
  "resume_email",
  "undo_account_change",
]);

/** A call of every function with arguments that match nothing, so that it has no effect even if wrongly allowed. */
export const functions = Object.entries(databaseFunctions).map(([name, { args }]) => ({
  name,
  args: {
    ...Object.fromEntries(
      Object.entries<ArgumentType>(args).map(([argument, type]) => [argument, unmatched[type]]),
    ),
    ...(overrides as Readonly<Record<string, object>>)[name],
  },
}));
