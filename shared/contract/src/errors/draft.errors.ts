import { limits } from "../limits.ts";
import { fix } from "./error-text.ts";

/** A request that has not been sent. */
export const draftErrors = {
  "draft.title": fix("Enter a title.", `Use up to ${limits.titleLength} characters.`),
  "draft.message": fix("The message is too long.", `Use up to ${limits.messageLength} characters.`),
  "draft.due_on": fix("That isn’t a valid date.", "Choose a different due date, or leave it empty."),
  "draft.items": fix("This request has no items.", "Add at least one item before you send it."),
  "draft.item": fix("One of the items can’t be saved.", "Check its title, type and instructions."),
  "draft.section": fix("A section’s name can’t be saved.", `Use up to ${limits.sectionLength} characters.`),
  "draft.too_many_sections": fix(
    "Too many sections.",
    `Use up to ${limits.sectionsPerRequest} sections, or split them into two requests.`,
  ),
  "draft.expected_files": fix(
    "An item’s number of files isn’t valid.",
    `Enter a number from 1 to ${limits.filesPerItem}.`,
  ),
  "draft.choices": fix(
    "The choices of an item can’t be saved.",
    `List 2 to ${limits.choicesPerItem} different choices of up to ${limits.choiceLength} characters.`,
  ),
  "draft.recipients": fix(
    "This request has no recipients.",
    "Add at least one email address before you send it.",
  ),
  "draft.recipient": fix("One of the email addresses isn’t valid.", "Check the recipients for typos."),
  "draft.recipient_name": fix(
    "One of the recipients' names can’t be saved.",
    `Use up to ${limits.nameLength} characters without “@”, or leave it empty.`,
  ),
  "test.recipients": fix("A test goes to one address.", "Send the request itself to more people."),
  "test.person": fix(
    "This is the address of a person you ask for documents.",
    "Send the test to another address of your own.",
  ),
  "draft.duplicate_recipient": fix("An address is listed twice.", "Remove one of them."),
  "draft.too_many_items": fix(
    "Too many items.",
    `Use up to ${limits.itemsPerRequest} items, or split them into two requests.`,
  ),
  "draft.too_many_recipients": fix(
    "Too many recipients.",
    `Add up to ${limits.recipientsPerRequest} recipients, or send two requests.`,
  ),
  "draft.sent": fix("This request has already been sent.", "Open it from the list to see its status."),
};
