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
const Kept = v.object({ draft: Draft, base: v.optional(Draft), revision: v.number() });

/** Changes to a request that could not be saved. */
export interface KeptDraft {
  draft: RequestDraft;
  /** The service's version when they were made; undefined for a new request. */
  base?: RequestDraft | undefined;
  revision: number;
}

/** Name of the kept changes to a request that is stored. */
export const keptDraftName = (requestId: string) => `request ${requestId}`;

/** Reads what this browser has kept, which may be an invalid draft: it is checked like what is typed. */
export function parseKeptDraft(content: unknown): KeptDraft | undefined {
  const parsed = v.safeParse(Kept, content);
  return parsed.success ? (parsed.output as unknown as KeptDraft) : undefined;
}
