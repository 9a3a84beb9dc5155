import { fix } from "./error-text.ts";

/** Results of `use_backup_code`. The first two are values, not errors, so that wrong tries stay counted. */
export const backupCodeErrors = {
  "backup_code.wrong": fix(
    "That backup code isn’t right, or it has been used.",
    "Check it, or use another of your codes.",
  ),
  "backup_code.limited": fix("Too many wrong backup codes.", "Wait an hour, then try again."),
  "backup_code.not_needed": fix(
    "You’ve already passed two-factor authentication.",
    "Keep your backup codes for when you lose your authenticator app.",
  ),
};
