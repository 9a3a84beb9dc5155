import { excelMime, wordMime } from "@sheaf/contract/file-type";
import { zipEntryNames } from "./zip-entries.ts";

/** Folders that hold the parts of a document. */
const folders: Readonly<Record<string, string>> = { [wordMime]: "word/", [excelMime]: "xl/" };

/** Programs and sheets of the older macro language. */
const macroPart = /(?:^|\/)(?:vba(?:Project|Data)|macrosheets\/)/i;

/** False for a Word or Excel type whose content is another format or has macros; true for every other type. */
export async function hasOfficeContent(content: Blob, mime: string | undefined): Promise<boolean> {
  const folder = folders[mime ?? ""];
  if (folder === undefined) return true;
  const names = await zipEntryNames(content);
  return (
    names.includes("[Content_Types].xml") &&
    names.some((name) => name.startsWith(folder)) &&
    !names.some((name) => macroPart.test(name))
  );
}
