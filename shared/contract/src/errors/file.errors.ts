import { limits } from "../limits.ts";
import { fix, retry } from "./error-text.ts";

/** One file on its way in, and reading it later. */
export const fileErrors = {
  "file.too_large": fix("This file is larger than we can take.", "Make it smaller, or split it into parts."),
  "file.empty": fix("This file is empty.", "Check it on your device and choose it again."),
  "file.type": fix(
    "This item asks for another kind of file.",
    "Choose a PDF or a picture, as the item says.",
  ),
  "file.name": fix("We cannot keep a file under that name.", "Rename it on your device and choose it again."),
  "file.too_many": fix(
    "This item holds as many files as it can.",
    `Remove one first: ${limits.filesPerItem} fit.`,
  ),
  "file.not_stored": retry("The file has not arrived whole.", "Send it once more."),
  "file.changed": fix(
    "The file changed while it was sent.",
    "Choose it again, so that the newest one is sent.",
  ),
  "file.unreadable": fix(
    "Your device would not let us read this file.",
    "Check that it is still there and choose it again.",
  ),
  "file.hash_mismatch": fix(
    "This file is not the same as the one that was sent.",
    "Download it once more; if that does not help, ask the sender.",
  ),
  "upload.interrupted": retry(
    "The connection was lost while the file was on its way.",
    "Try again; nothing else is lost.",
  ),
  "upload.paused": retry(
    "The connection was lost while the file was on its way.",
    "It continues where it stopped once the connection is back.",
  ),
  "upload.elsewhere": retry(
    "This file is on its way in another tab of this browser.",
    "Leave that tab open; the file shows here once it has arrived.",
  ),
  "upload.stopped": retry("The upload was stopped.", "Start it again when you are ready."),
  "download.interrupted": retry("The connection was lost while the file was coming.", "Download it again."),
};
