import { fileExtension } from "@sheaf/contract/file-name";
import { gapText } from "../../lib/pictures/picture-gap.ts";
import type { Doubt } from "../../data/uploads/upload.models.ts";

const reasons = {
  acrobat: "this form opens only in Adobe Acrobat. Print it to a PDF there and send that one, if you can.",
  no_pages: "this PDF has no pages.",
  damaged: "this file can’t be opened here. It may be damaged, or too large to be shown.",
  blurred: "this picture looks blurred. Check that its text can be read.",
} as const;

const newFormats = { Word: ".docx", Excel: ".xlsx", PowerPoint: ".pptx" } as const;

/** Looking at the picture settles it. */
export function isOfPicture({ kind }: Doubt): boolean {
  return kind === "blurred" || kind === "small" || kind === "cut";
}

/** Why a file of this name waits, in one or two sentences. It can be sent all the same. */
export function doubtText(doubt: Doubt, name: string): string {
  return `Not sent yet: ${reasonOf(doubt, name)}`;
}

function reasonOf(doubt: Doubt, name: string): string {
  if (doubt.kind === "type")
    return `the name ends in ${fileExtension(name)}, but the file is something else. It may not open.`;
  if (doubt.kind === "locked")
    return `this ${doubt.format === "PDF" ? "PDF" : `${doubt.format} file`} asks for a password. Save a copy without one, if you can.`;
  if (doubt.kind === "old")
    return `this is ${aFile(doubt.app)}. Save it as ${newFormats[doubt.app]}, if you can.`;
  if (doubt.kind === "cut") return `this picture is ${gapText(doubt.gap)} Take or save it again, if you can.`;
  if (doubt.kind === "small")
    return `this picture is only ${doubt.width} × ${doubt.height} pixels. Its text may be too small to read.`;
  if (doubt.kind === "duplicate") return `you already added this file to “${doubt.title}”, as ${doubt.name}.`;
  return reasons[doubt.kind];
}

function aFile(app: keyof typeof newFormats): string {
  return `${app === "Excel" ? "an" : "a"} ${app} 97–2003 file`;
}
