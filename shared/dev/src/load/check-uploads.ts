import { limits } from "@sheaf/contract/limits";
import { runConcurrently } from "../drills/run-concurrently.ts";
import { headersOf, read, rpc, type Scene, type Target } from "./scene.ts";
import { send } from "./transfer.ts";
import { fileBytes, type Upload } from "./upload.ts";

const downloading = 8;

interface FileRow {
  id: string;
  status: string;
  size: number;
  sha256: string | null;
  object_key: string;
}

/** Reads the row of every confirmed upload and downloads its bytes, as the requester. @returns what doesn't match. */
export async function findLosses(
  target: Target,
  { requesterToken }: Scene,
  uploads: readonly Upload[],
): Promise<string[]> {
  const confirmed = uploads.filter((upload) => upload.confirmed);
  const rows = new Map<string, FileRow>();
  const perRead = limits.itemsPerRequest;
  for (let from = 0; from < confirmed.length; from += perRead) {
    const ids = confirmed.slice(from, from + perRead).map((upload) => upload.file);
    const path = `files?select=id,status,size,sha256,object_key&id=in.(${ids.join(",")})`;
    for (const row of (await read(target, requesterToken, path)) as FileRow[]) rows.set(row.id, row);
  }
  const losses = await runConcurrently(confirmed.length, downloading, async (n) => {
    const upload = confirmed[n];
    const row = rows.get(upload?.file ?? "");
    if (upload === undefined || row === undefined) return `${upload?.file}: no row`;
    if (row.status !== "stored" || row.size !== fileBytes || row.sha256 !== upload.sha256) {
      return `${row.id}: the row doesn't match (${row.status}, ${row.size} bytes)`;
    }
    await rpc(target, requesterToken, "open_files", { files: [row.id], purpose: "view" });
    const url = `${target.apiUrl}/storage/v1/object/authenticated/documents/${row.object_key}`;
    const answer = await send(url, { method: "GET", headers: headersOf(target, requesterToken) });
    if (answer.status !== 200) return `${row.id}: the download answered ${answer.status}`;
    return answer.sha256 === upload.sha256 ? undefined : `${row.id}: other bytes were downloaded`;
  });
  return losses.filter((loss) => loss !== undefined);
}
