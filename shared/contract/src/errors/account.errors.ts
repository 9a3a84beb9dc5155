import { limits } from "../limits.ts";
import { fix } from "./error-text.ts";

/** Changes to one's own account: name, password, email address, linked sign-in methods. */
export const accountErrors = {
  "profile.name": fix("That name can’t be saved.", `Use up to ${limits.nameLength} characters without “@”.`),
  "account.changed": fix("Your workspaces have changed.", "Review what will be deleted, then confirm again."),
  same_password: fix("That’s your current password.", "Choose a different one."),
  current_password_required: fix("Enter your current password.", "It’s needed to make this change."),
  current_password_invalid: fix("That isn’t your current password.", "Try again, or reset it by email."),
  identity_already_exists: fix(
    "That sign-in method is already linked to another account.",
    "Use a different one, or remove it from the other account first.",
  ),
  "identity.other_address": fix(
    "That account has a different email address.",
    "Only an account with the address you use here can be linked.",
  ),
  identity_not_found: fix("That sign-in method has already been removed.", "Reload the page."),
  single_identity_not_deletable: fix(
    "This is your only sign-in method.",
    "Add another one before you remove it.",
  ),
  email_conflict_identity_not_deletable: fix(
    "Removing this sign-in method would leave you with an email that another account uses.",
    "Change your email address first.",
  ),
  request_entity_too_large: fix("That text is too long.", "Shorten it and try again."),
};
