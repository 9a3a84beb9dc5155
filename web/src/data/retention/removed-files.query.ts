import { queryOptions } from "@tanstack/react-query";
import { selectColumns } from "../../lib/columns.ts";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { retentionKeys } from "./keys.ts";

/** A file whose sender asked for its deletion, or the remaining facts about a deleted file. */
export interface RemovedFile {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  itemTitle: string;
  /** `asked`: waits for a decision. `removed`: can't be opened, but still in storage. `gone`: deleted from storage. */
  state: "asked" | "removed" | "gone";
  /** Time at which it came into this state. */
  at: string;
}

const selection = selectColumns("files", [
  "id",
  "name",
  "size",
  "status",
  "removed_at",
  "purged_at",
  "deletion_asked_at",
]);

async function fetchRemovedFiles(requestId: string, signal: AbortSignal): Promise<RemovedFile[]> {
  const { data, error } = await dataClient()
    .from("files")
    .select(`${selection.text}, items(title)`)
    .eq("request_id", requestId)
    // Not those that were replaced while the request was open.
    .or(
      "and(status.eq.stored,deletion_asked_at.not.is.null,deletion_refused_at.is.null),and(status.eq.removed,stored_at.not.is.null,or(removed_by.is.null,deletion_asked_at.not.is.null))",
    )
    .order("created_at")
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return data.map((row) => ({
    id: row.id,
    name: row.name,
    size: row.size,
    itemTitle: row.items?.title ?? "",
    state: row.status === "stored" ? "asked" : row.purged_at === null ? "removed" : "gone",
    at: row.purged_at ?? row.removed_at ?? row.deletion_asked_at ?? "",
  }));
}

/** Files of an ended request that recipients want deleted, and those that were deleted. */
export function removedFilesOptions({ requestId }: { requestId: string }) {
  return queryOptions({
    queryKey: retentionKeys.removed(requestId),
    queryFn: ({ signal }) => fetchRemovedFiles(requestId, signal),
  });
}
