import { fileExtension } from "@sheaf/contract/file-name";
import { acceptsMime } from "@sheaf/contract/file-type";
import type { AcceptedGroup } from "@sheaf/contract/request-draft";

/** Names that people and programs rely on. A picture may well be another kind of picture. */
const groupsByExtension: Readonly<Record<string, AcceptedGroup>> = {
  ".pdf": "pdf",
  ".jpg": "image",
  ".jpeg": "image",
  ".png": "image",
  ".heic": "image",
  ".tif": "image",
  ".tiff": "image",
  ".docx": "word",
  ".xlsx": "excel",
};

/** True if the file extension belongs to another type than the content, so that apps can't open the file. */
export function isMisnamed(name: string, mime: string): boolean {
  const group = groupsByExtension[fileExtension(name)];
  return group !== undefined && !acceptsMime([group], mime);
}
