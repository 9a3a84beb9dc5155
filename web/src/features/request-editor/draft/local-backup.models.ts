import {
  type DraftFieldName,
  draftFields,
  emptyDraft,
  type RequestDraft,
} from "@sheaf/contract/request-draft";
import * as v from "valibot";

const forms = {
  text: v.string(),
  day: v.nullable(v.string()),
  days: v.nullable(v.number()),
  rows: v.array(v.looseObject({})),
};
/** Backups from an older version of the page may lack a field; it is then empty. */
const Draft = v.object(
  Object.fromEntries(
    Object.entries(draftFields).map(([name, { kind }]) => [
      name,
      v.optional(forms[kind], emptyDraft[name as DraftFieldName] as never),
    ]),
  ),
);
const Backup = v.object({ draft: Draft, base: v.optional(Draft), revision: v.number() });

/** Unsaved input. */
export interface LocalBackup {
  draft: RequestDraft;
  /** The server copy that it was typed into; undefined for a new request. */
  base?: RequestDraft | undefined;
  revision: number;
}

/** Name of the backup of a request that is on the server. */
export const backupName = (requestId: string) => `request ${requestId}`;

/** Reads a backup. The draft in it may be invalid and is checked like typed input. */
export function parseBackup(content: unknown): LocalBackup | undefined {
  const parsed = v.safeParse(Backup, content);
  return parsed.success ? (parsed.output as unknown as LocalBackup) : undefined;
}
