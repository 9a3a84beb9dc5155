import type { Request } from "../../data/requests/request.models.ts";
import {
  type Archive,
  type ArchiveFile,
  filesOf,
  toArchive,
  type UnverifiedFiles,
} from "./archive.models.ts";
import { pathLength, requestFolderLength } from "./path-budget.models.ts";
import type { RequestRecords } from "./records.models.ts";
import { numberedName, numberOf } from "./zip-names.models.ts";

/** The part of a request that a download needs. */
export type DownloadedRequest = Pick<Request, "id" | "title" | "items">;

export interface PackedRequest extends DownloadedRequest {
  /** Null for a part of a request, of which only the files are wanted. */
  records: RequestRecords | null;
}

/** One request in a zip. */
interface Packed {
  /** Ends in "/"; "" for a request that has the zip for itself. */
  folder: string;
  title: string;
  archive: Archive;
  records: RequestRecords | null;
}

/** The content of a zip: one request at the top, or several in numbered folders. */
export type Bundle = readonly Packed[];

export function toBundle(requests: readonly PackedRequest[], unverified?: UnverifiedFiles): Bundle {
  const count = requests.length;
  return requests.map((request, index) => {
    const naming = { fallback: "request", room: requestFolderLength };
    const folder = count === 1 ? "" : `${numberedName(numberOf(index, count), request.title, naming)}/`;
    return {
      folder,
      title: request.title,
      archive: toArchive(request, unverified, pathLength - folder.length),
      records: request.records,
    };
  });
}

/** Every file with its path in the zip. */
export function filesIn(bundle: Bundle): ArchiveFile[] {
  return bundle.flatMap(({ folder, archive }) => filesOf(archive, folder));
}
