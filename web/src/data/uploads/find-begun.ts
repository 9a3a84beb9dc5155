import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { getSession } from "../../lib/session.ts";
import type { FileToBegin } from "./upload-transport.ts";

/** Ids of the person's own rows for just this file that never got their bytes. */
export async function findBegun(file: FileToBegin & { signal: AbortSignal }): Promise<string[]> {
  const session = getSession();
  if (session.status !== "in") return [];
  const { data, error } = await platformClient()
    .from("files")
    .select("id")
    .match({ item_id: file.itemId, name: file.name, size: file.size, mime: file.mime })
    .match({ status: "uploading", uploaded_by: session.userId })
    .abortSignal(file.signal);
  if (error) throw toAppError(error);
  return data.map(({ id }) => id);
}
