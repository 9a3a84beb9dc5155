import { endUpload } from "./end-upload.ts";
import { removeFile } from "./remove-file.ts";
import { dropResumeNote, resumeNote } from "./resume-notes.ts";

/**
 * Takes back one's own file with whatever of it is still on its way. The upload goes first, because the file service
 * asks for the row; one that cannot be ended now is dropped by its age.
 *
 * @throws AppError as `removeFile` does.
 */
export async function takeBackFile({ fileId }: { fileId: string }): Promise<void> {
  const note = resumeNote(fileId);
  if (note) await endUpload(note).catch(() => undefined);
  await removeFile({ fileId });
  dropResumeNote(fileId);
}
