import { limits } from "../limits.ts";
import { fix } from "./error-text.ts";

/** The people of a workspace. */
export const personErrors = {
  "person.name": fix(
    "That name can’t be saved.",
    `Use up to ${limits.nameLength} characters, and no email address.`,
  ),
  "person.note": fix(
    "That note is too long.",
    `Use up to ${limits.noteLength.toLocaleString("en")} characters.`,
  ),
  "person.phone": fix(
    "That isn’t a phone number.",
    `Enter one number, such as “+44 20 7946 0018 ext 12”, of up to ${limits.phoneLength} characters.`,
  ),
  "person.client": fix("That client’s name can’t be saved.", `Use up to ${limits.clientLength} characters.`),
  "person.stale": fix(
    "Someone else changed this in the meantime.",
    "Copy your text, close this, and open it again to see theirs.",
  ),
  "person.asked": fix(
    "This person is still named in a request, a draft or a bulk send.",
    "Delete those first; a deleted request is gone for good after 14 days.",
  ),
  "person.too_many": fix(
    "That’s too many people at once.",
    `Add up to ${limits.bulkPeople.toLocaleString("en")} at a time.`,
  ),
  "person.same": fix("These are already the same person.", "Choose a different person."),
  "person.too_many_addresses": fix(
    `A person can have up to ${limits.addressesPerPerson} addresses.`,
    "Separate one of their addresses first.",
  ),
};
