import { deviceStore } from "../../../lib/browser-store.ts";

/** Of the notes about unfinished uploads in this browser. */
export const resumeNotesKey = "sheaf:unfinished-uploads";

/** Removes every user's notes, so that the next user of this device starts without any. On every page, unlike the rest. */
export function dropResumeNotes(): void {
  deviceStore.write(resumeNotesKey, undefined);
}
