import { limits } from "../limits.ts";
import { fix } from "./error-text.ts";

/** A request before it is sent. */
export const draftErrors = {
  "draft.title": fix(
    "The request has no usable title.",
    `Give it a title of up to ${limits.titleLength} characters.`,
  ),
  "draft.message": fix("The message is too long.", `Keep it to ${limits.messageLength} characters.`),
  "draft.due_on": fix("That is not a day of the calendar.", "Choose another due date, or leave it open."),
  "draft.items": fix("Nothing has been asked for yet.", "Add at least one item before you send."),
  "draft.item": fix(
    "One of the items cannot be kept as it is.",
    "Check its title, its kind and its instructions.",
  ),
  "draft.recipients": fix(
    "Nobody would get this request yet.",
    "Add at least one email address before you send.",
  ),
  "draft.recipient": fix("One of the addresses cannot be used.", "Check the recipients for typing mistakes."),
  "draft.duplicate_recipient": fix("One address is in the list twice.", "Remove one of the two."),
  "draft.too_many_items": fix(
    "That is more than one request can hold.",
    `Keep it to ${limits.itemsPerRequest} items, or split it into two requests.`,
  ),
  "draft.too_many_recipients": fix(
    "That is more people than one request can go to.",
    `Keep it to ${limits.recipientsPerRequest} recipients, or send two requests.`,
  ),
  "draft.sent": fix("This request has been sent already.", "Open it from the list to see where it stands."),
};
