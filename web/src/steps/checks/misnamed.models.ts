import { fileExtension } from "@sheaf/contract/file-name";
import { acceptsMime } from "@sheaf/contract/file-type";
import type { AcceptedGroup } from "@sheaf/contract/request-draft";

/** Names that people and programs rely on. A picture may well be another kind of picture. */
const groupsByExtension: Readonly<Record<string, AcceptedGroup>> = {
  ".pdf": "pdf",
  ".jpg": "image",
  ".jpeg": "image",
  ".png": "image",
  ".webp": "image",
  ".gif": "image",
  ".avif": "image",
  ".heic": "image",
  ".tif": "image",
  ".tiff": "image",
  ".docx": "word",
  ".xlsx": "excel",
};

/** The group of types that a file's name says it belongs to. */
export const groupByName = (name: string): AcceptedGroup | undefined =>
  groupsByExtension[fileExtension(name)];

/** True if the file extension belongs to another type than the content, so that apps can't open the file. */
export function isMisnamed(name: string, mime: string): boolean {
  const group = groupByName(name);
  return group !== undefined && !acceptsMime([group], mime);
}
