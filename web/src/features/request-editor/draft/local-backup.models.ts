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
/** A field that an older version of the page didn't have is empty. */
const Draft = v.object(
  Object.fromEntries(
    Object.entries(draftFields).map(([name, { kind }]) => [
      name,
      v.optional(forms[kind], emptyDraft[name as DraftFieldName] as never),
    ]),
  ),
);
const Backup = v.object({ draft: Draft, base: v.optional(Draft), revision: v.number() });

/** Input that could not be saved. */
export interface LocalBackup {
  draft: RequestDraft;
  /** The server copy that it was typed into; undefined for a new request. */
  base?: RequestDraft | undefined;
  revision: number;
}

/** Name of the backup of a request that the service has. */
export const backupName = (requestId: string) => `request ${requestId}`;

/** Reads what this browser has kept, which may be an invalid draft: it is checked like what is typed. */
export function parseBackup(content: unknown): LocalBackup | undefined {
  const parsed = v.safeParse(Backup, content);
  return parsed.success ? (parsed.output as unknown as LocalBackup) : undefined;
}
