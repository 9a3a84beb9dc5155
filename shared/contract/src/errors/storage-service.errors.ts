import { fix, ours, retry } from "./error-text.ts";

const tellUs = "This is for us to put right; please tell the people who run this site.";

const inAMoment = "Try again in a moment.";

/** Codes of the service that keeps the files, by its own names. */
export const storageServiceErrors = {
  NoSuchKey: fix("This file is no longer there.", "Reload the page to see what is."),
  NoSuchUpload: retry("The upload was given up after a long pause.", "Send the file again from the start."),
  NoSuchBucket: ours("The place where files are kept is missing.", tellUs),
  KeyAlreadyExists: retry(
    "This file seems to have arrived already.",
    "Reload the page before you send it again.",
  ),
  ResourceAlreadyExists: retry(
    "This file seems to have arrived already.",
    "Reload the page before you send it again.",
  ),
  BucketAlreadyExists: ours("The place where files are kept exists already.", tellUs),
  ResourceNotEmpty: ours("The place where files are kept still holds some.", tellUs),
  AccessDenied: fix(
    "You may not do that with this file.",
    "Reload the page; the item may have been accepted meanwhile.",
  ),
  EntityTooLarge: fix("This file is larger than we can take.", "Make it smaller, or split it into parts."),
  InvalidMimeType: fix(
    "Files of this kind are not taken here.",
    "Save it as a PDF or a picture and send that.",
  ),
  InvalidKey: ours("We could not find a place for this file.", tellUs),
  InvalidBucketName: ours("The place where files are kept has a wrong name.", tellUs),
  InvalidRequest: ours(
    "The page asked for a file in a way that nobody understands.",
    "Reload the page and try again.",
  ),
  InvalidJWT: fix("Your sign-in is no longer accepted.", "Sign in again to go on."),
  InvalidSignature: fix("This download link is not whole.", "Open the file from its page again."),
  ExpiredToken: fix("This download link is too old.", "Open the file from its page again."),
  InvalidRange: retry("Part of the file could not be read.", "Download it again."),
  InternalError: retry("The file service stumbled.", inAMoment),
  DatabaseTimeout: retry("The file service is busy.", inAMoment),
  SlowDown: retry("The file service is busy.", inAMoment),
  ResourceLocked: retry("This file is still being written.", "Wait a moment and try again."),
  LockTimeout: retry("This file is still being written.", inAMoment),
  Aborted: retry("The upload was interrupted.", "Send the file again; it goes on where it stopped."),
  AbortedTerminate: retry("The upload was interrupted.", "Send the file again from the start."),
  DatabaseError: retry("The file service stumbled.", inAMoment),
  S3Error: retry("The file service stumbled.", inAMoment),
  TusError: retry("The upload was interrupted.", "Send the file again; it goes on where it stopped."),
  InvalidUploadId: retry(
    "The upload was given up after a long pause.",
    "Send the file again from the start.",
  ),
  InvalidChecksum: retry("The file changed on its way to us.", "Send it again."),
  MissingPart: retry("Part of the file did not arrive.", "Send it again."),
  MissingContentLength: ours("The file came without its size.", "Reload the page and send it again."),
  MissingParameter: ours(
    "The page asked for a file in a way that nobody understands.",
    "Reload the page and try again.",
  ),
  InvalidParameter: ours(
    "The page asked for a file in a way that nobody understands.",
    "Reload the page and try again.",
  ),
  InvalidUploadSignature: fix("This upload was begun too long ago.", "Send the file again from the start."),
  SignatureDoesNotMatch: fix("This download link is not whole.", "Open the file from its page again."),
  FeatureNotEnabled: ours("The file service does not do this here.", tellUs),
  TenantNotFound: ours("The file service does not know this site.", tellUs),
};
