import type { RequestDraft } from "@sheaf/contract/request-draft";

/** The fields that differ from the saved ones. */
export function toChange(saved: RequestDraft, draft: RequestDraft): Partial<RequestDraft> {
  return Object.fromEntries(
    Object.entries(draft).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(saved[field as keyof RequestDraft]),
    ),
  );
}

/** Items and recipients that have been removed elsewhere since are added again as new ones. */
export function withKnownIds(change: Partial<RequestDraft>, latest: RequestDraft): Partial<RequestDraft> {
  return {
    ...change,
    ...(change.items && { items: change.items.map(knownIn(latest.items)) }),
    ...(change.recipients && { recipients: change.recipients.map(knownIn(latest.recipients)) }),
  };
}

/** Items that were stored before the editor learned their ids keep their rows. */
export function withFoundIds(draft: RequestDraft, stored: RequestDraft): RequestDraft {
  const used = new Set(draft.items.map(({ id }) => id));
  const free = stored.items.filter(({ id }) => !used.has(id));
  const items = draft.items.map((item) => {
    if (item.id !== undefined) return item;
    const at = free.findIndex(({ title }) => title === item.title);
    return { ...item, id: at === -1 ? undefined : free.splice(at, 1)[0]?.id };
  });
  return { ...draft, items };
}

function knownIn<Row extends { id?: string | undefined }>(rows: readonly Row[]): (row: Row) => Row {
  const known = new Set(rows.map(({ id }) => id));
  return (row) => (known.has(row.id) ? row : { ...row, id: undefined });
}
