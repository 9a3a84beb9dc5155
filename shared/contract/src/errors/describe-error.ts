import { bulkErrors } from "./bulk.errors.ts";
import { accountErrors } from "./account.errors.ts";
import { authServiceErrors } from "./auth-service.errors.ts";
import { authSettingsErrors } from "./auth-settings.errors.ts";
import { backupCodeErrors } from "./backup-code.errors.ts";
import { clientErrors } from "./client.errors.ts";
import { companySignInErrors } from "./company-sign-in.errors.ts";
import { dataServiceErrors } from "./data-service.errors.ts";
import { draftErrors } from "./draft.errors.ts";
import type { ErrorText } from "./error-text.ts";
import { fileErrors } from "./file.errors.ts";
import { handOffErrors } from "./hand-off.errors.ts";
import { linkErrors } from "./link.errors.ts";
import { personErrors } from "./person.errors.ts";
import { questionErrors } from "./question.errors.ts";
import { quotaErrors } from "./quota.errors.ts";
import { emailErrors } from "./email.errors.ts";
import { reminderErrors } from "./reminder.errors.ts";
import { repeatErrors } from "./repeat.errors.ts";
import { retentionErrors } from "./retention.errors.ts";
import { requestErrors } from "./request.errors.ts";
import { secondFactorErrors } from "./second-factor.errors.ts";
import { sessionErrors } from "./session.errors.ts";
import { signInErrors } from "./sign-in.errors.ts";
import { storageServiceErrors } from "./storage-service.errors.ts";
import { workspaceErrors } from "./workspace.errors.ts";

/** Every code with its own message. */
export const errorCatalogue = {
  ...signInErrors,
  ...linkErrors,
  ...sessionErrors,
  ...accountErrors,
  ...secondFactorErrors,
  ...backupCodeErrors,
  ...authServiceErrors,
  ...authSettingsErrors,
  ...companySignInErrors,
  ...draftErrors,
  ...requestErrors,
  ...bulkErrors,
  ...repeatErrors,
  ...retentionErrors,
  ...personErrors,
  ...questionErrors,
  ...handOffErrors,
  ...emailErrors,
  ...reminderErrors,
  ...fileErrors,
  ...workspaceErrors,
  ...quotaErrors,
  ...storageServiceErrors,
  ...dataServiceErrors,
  ...clientErrors,
};

export type ErrorCode = keyof typeof errorCatalogue;

/** Codes come from services and from URLs, so inherited names such as `toString` must not pass for codes. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalogue, code);
}

/** The message for a code; a general one for unknown codes. */
export function describeError(code: string): ErrorText {
  return isErrorCode(code) ? errorCatalogue[code] : errorCatalogue.unknown;
}
