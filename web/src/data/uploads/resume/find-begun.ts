import { toAppError } from "../../../lib/errors.ts";
import { dataClient } from "../../../lib/data-client.ts";
import { getSession } from "../../../lib/auth/session.ts";
import { resumeNote } from "./resume-notes.ts";
import { filesBeingSent } from "./sending-lock.ts";
import type { FileToFind, LeftRow } from "../transport/upload-transport.ts";

/**
 * The user's own rows for exactly this file that never received their bytes. Leaves out rows that another tab is filling
 * with different content.
 */
export async function findBegun(file: FileToFind): Promise<LeftRow[]> {
  const session = getSession();
  if (session.status !== "in") return [];
  const { data, error } = await dataClient()
    .from("files")
    .select("id")
    .match({ item_id: file.itemId, name: file.name, size: file.size, mime: file.mime })
    .match({ status: "uploading", uploaded_by: session.userId, added_by_member: file.byMember })
    .abortSignal(file.signal);
  if (error) throw toAppError(error);
  const sending = await filesBeingSent();
  return data
    .map(({ id }) => toLeftRow(id, file.sha256))
    .filter(({ fileId, objectKey }) => objectKey !== undefined || !sending.has(fileId));
}

function toLeftRow(fileId: string, sha256: string): LeftRow {
  const note = resumeNote(fileId);
  return { fileId, objectKey: note?.sha256 === sha256 ? note.objectKey : undefined };
}
