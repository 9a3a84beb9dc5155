import { dropResumeNote, resumeNote } from "../resume/resume-notes.ts";
import { endUpload } from "./end-upload.ts";
import { removeRow } from "./file-row.ts";

/**
 * Removes the caller's own file and ends its upload if one is under way. The upload ends first because Storage checks
 * the row before it deletes the parts. Parts that can't be deleted now expire by age.
 *
 * @throws AppError as `removeRow` does.
 */
export async function removeFile({ fileId }: { fileId: string }): Promise<void> {
  const note = resumeNote(fileId);
  if (note) await endUpload(note).catch(() => undefined);
  await removeRow({ fileId });
  dropResumeNote(fileId);
}
