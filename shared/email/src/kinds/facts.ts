import { itemStates } from "@sheaf/contract/states";
import * as v from "valibot";

/** Facts come from the database as JSON. They name things and never contain a sentence of ours. */

/** `YYYY-MM-DD`. */
export const Day = v.pipe(v.string(), v.isoDate());

/** The person who asks, and their workspace. */
export const Asker = v.object({
  name: v.string(),
  /** Proven. */
  email: v.string(),
  workspace: v.string(),
  /** Of the workspace, `#rrggbb`, dark enough for white text; null for Sheaf's. */
  accent: v.nullable(v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/))),
  /** True if the name may be used in `From`: only for workspaces that at least one recipient has answered. */
  isTrusted: v.boolean(),
});
export type Asker = v.InferOutput<typeof Asker>;

/** A request as its recipient sees it. */
export const AskedRequest = v.object({
  title: v.string(),
  dueOn: v.nullable(Day),
  /** Address of its lasting link. */
  url: v.string(),
});
export type AskedRequest = v.InferOutput<typeof AskedRequest>;

/** An item that waits for the recipient. */
export const WaitingItem = v.object({
  title: v.string(),
  instructions: v.string(),
  isReturned: v.boolean(),
  /** Of the return; "" if there is none. */
  reason: v.string(),
  /** Number of files that arrived; 0 unless more are expected. */
  files: v.number(),
  expectedFiles: v.number(),
});
export type WaitingItem = v.InferOutput<typeof WaitingItem>;

/** A question or a reply that its reader has not seen. */
export const UnreadMessage = v.object({
  /** Of the item that it is about. */
  title: v.string(),
  from: v.string(),
  /** Its beginning; "" if emails don't quote it. */
  text: v.string(),
});
export type UnreadMessage = v.InferOutput<typeof UnreadMessage>;

export const States = v.array(v.picklist(itemStates));

/** One-click links, which need no sign-in. */
export const StopLinks = v.object({
  /** Stops the emails about this request. */
  request: v.string(),
  /** A page that asks for a code first; absent where there is none. */
  everything: v.optional(v.string()),
});
export type StopLinks = v.InferOutput<typeof StopLinks>;
