import type { StoredObject } from "./object.repository.ts";

/** Serialises a row as the service does: text and metadata are never null. */
export function serializeObject(row: StoredObject) {
  return {
    ...row,
    owner: row.owner ?? "",
    owner_id: row.owner_id ?? "",
    user_metadata: row.user_metadata ?? {},
  };
}
