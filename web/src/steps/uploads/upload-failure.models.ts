import { describeError } from "@sheaf/contract/errors/describe-error";
import type { ErrorText } from "@sheaf/contract/errors/error-text";
import type { AcceptedGroup } from "@sheaf/contract/request-draft";
import { formatSize } from "../../lib/format-size.ts";
import { groupByName } from "../checks/misnamed.models.ts";

interface FailedFile {
  code: string;
  /** Types the item accepts; empty for any type. */
  accepts: readonly AcceptedGroup[];
  name?: string;
  /** Bytes. */
  size: number;
  /** Bytes that one file may have. */
  maxFileBytes: number;
}

const nouns: Readonly<Record<AcceptedGroup, string>> = {
  pdf: "a PDF",
  image: "an image",
  word: "a Word file",
  excel: "an Excel file",
};

const typeNames: Readonly<Record<AcceptedGroup, { many: string; one: string }>> = {
  pdf: { many: "PDF files", one: "a PDF" },
  image: { many: "images", one: "an image" },
  word: { many: "Word files", one: "a Word file (.docx, without macros)" },
  excel: { many: "Excel files", one: "an Excel file (.xlsx, without macros)" },
};

/** The catalogue's text for a failed upload, with the item's types and the limit where the catalogue can't know them. */
export function uploadFailure({
  code,
  accepts,
  name = "",
  size,
  maxFileBytes,
}: FailedFile): Omit<ErrorText, "group"> {
  const named = groupByName(name);
  if (code === "file.type" && named && accepts.includes(named)) {
    return {
      what: `This isn’t really ${nouns[named]}, although its name says so.`,
      next: "Open it on your device and save it again.",
    };
  }
  if (code === "file.type" && accepts.length > 0) {
    const names = accepts.map((group) => typeNames[group]);
    return {
      what: `This item only accepts ${names.map(({ many }) => many).join(" and ")}.`,
      next: `Choose ${names.map(({ one }) => one).join(" or ")}, or save your file as one first.`,
    };
  }
  const { what, next } = describeError(code);
  const isTooLarge = code === "file.too_large" || code === "EntityTooLarge";
  if (!isTooLarge || size <= maxFileBytes) return { what, next };
  return { what: `This file is ${formatSize(size)}. The limit is ${formatSize(maxFileBytes)}.`, next };
}
