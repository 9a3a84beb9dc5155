import { limits } from "../limits.ts";
import { fix, retry } from "./error-text.ts";

/** Uploading and reading a file. */
export const fileErrors = {
  "file.too_large": fix("This file is too large.", "Reduce its size or split it into several files."),
  "file.empty": fix("This file is empty.", "Check it on your device and choose it again."),
  "file.type": fix(
    "This item needs a different file type.",
    "Choose a PDF or an image, as the item requires.",
  ),
  "file.old_word": fix("This is a Word 97–2003 file.", "Save it as .docx, then choose that file."),
  "file.old_excel": fix("This is an Excel 97–2003 file.", "Save it as .xlsx, then choose that file."),
  "file.name": fix("That file name isn’t allowed.", "Rename it on your device and choose it again."),
  "file.too_many": fix(
    `You’ve added ${limits.filesPerItem} files to this item, which is the maximum.`,
    "Remove one first.",
  ),
  "file.too_many_removed": retry("You’ve removed many files from this item.", "Try again in an hour."),
  "file.not_stored": retry("The file didn’t upload completely.", "Upload it again."),
  "file.changed": fix("The file changed during upload.", "Choose it again to upload the latest version."),
  "file.caching": fix(
    "This upload has a caching setting that isn’t allowed.",
    "Reload the page, then upload the file again.",
  ),
  "file.purpose": fix("Files can’t be opened like that.", "Reload the page, then try again."),
  "file.too_many_opened": fix("That’s too many files at once.", "Open fewer."),
  "file.accepted": fix(
    "This file has been accepted and can no longer be removed.",
    "Ask the sender to return it.",
  ),
  "file.undecidable": fix(
    "One of the files was removed or set aside a moment ago.",
    "Check the item’s files, then decide again.",
  ),
  "file.verdict": fix("A decision about a file isn’t valid.", "Reload the page, then decide again."),
  "file.unreadable": fix(
    "Your device didn’t let us read this file.",
    "Check that it still exists and choose it again.",
  ),
  "file.hash_mismatch": fix(
    "This file differs from the one that was uploaded.",
    "Try again; if that doesn’t help, set it aside or ask for a new copy.",
  ),
  "example.type": fix(
    "An example is a PDF or a picture.",
    "Choose a PDF, PNG, JPEG, WebP, GIF or AVIF file.",
  ),
  "example.too_many": fix(`An item can have ${limits.examplesPerItem} examples.`, "Remove one first."),
  "upload.interrupted": retry(
    "The connection was lost during the upload.",
    "Try again; your other files are safe.",
  ),
  "upload.paused": retry(
    "The connection was lost during the upload.",
    "It will resume when you’re back online.",
  ),
  "upload.elsewhere": retry(
    "This file is uploading in another tab.",
    "Leave that tab open; the file will appear here when it’s uploaded.",
  ),
  "upload.stopped": retry("The upload was stopped.", "Start it again when you’re ready."),
  "download.interrupted": retry("The connection was lost during the download.", "Download it again."),
  "download.no_room": retry(
    "There isn’t enough space for the zip on that disk.",
    "Free up space or choose another disk, then try again.",
  ),
  "download.not_writable": retry(
    "We can’t save the zip there.",
    "Choose another folder, or close the program that has the file open, then try again.",
  ),
};
