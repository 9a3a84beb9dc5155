import { limits } from "../limits.ts";
import { fix } from "./error-text.ts";

/** Changing one's own account: name, password, address, linked ways to sign in. */
export const accountErrors = {
  "profile.name": fix("Your name cannot be kept as it is.", `Use up to ${limits.nameLength} characters.`),
  "account.changed": fix(
    "Your workspaces have changed since this page looked.",
    "Read again what goes, and then decide.",
  ),
  same_password: fix("That is the password you have now.", "Choose a different one."),
  current_password_required: fix("Your present password is missing.", "Enter it to make the change."),
  current_password_invalid: fix("That is not your present password.", "Try again, or reset it by email."),
  identity_already_exists: fix(
    "That way to sign in belongs to an account already.",
    "Use another one, or remove it from the other account first.",
  ),
  identity_not_found: fix(
    "That way to sign in has been removed already.",
    "Reload the page to see what is left.",
  ),
  single_identity_not_deletable: fix(
    "This is your only way to sign in.",
    "Add a second one before you remove it.",
  ),
  email_conflict_identity_not_deletable: fix(
    "Removing this would leave you with an address that another account uses.",
    "Change your email address first.",
  ),
  request_entity_too_large: fix("That is more text than we can take.", "Shorten it and send it again."),
};
