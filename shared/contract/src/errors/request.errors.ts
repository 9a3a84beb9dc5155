import { limits } from "../limits.ts";
import { fix, retry } from "./error-text.ts";

/** A sent request: its items, answers and decisions. */
export const requestErrors = {
  not_found: fix(
    "This doesn’t exist, or you don’t have access to it.",
    "Check the link, or sign in with the address it was sent to.",
  ),
  "link.unknown": fix(
    "This link doesn’t work.",
    "It may have been replaced; ask the person who sent it for a new one.",
  ),
  "list.unknown": fix("This list doesn’t exist.", "Reload the page."),
  "list.cursor": fix("The list can’t continue from there.", "Reload the page."),
  "search.too_long": fix("That search is too long.", `Use up to ${limits.searchLength} characters.`),
  "request.stale": retry(
    "Someone else changed this request a moment ago.",
    "Check the latest version, then try again.",
  ),
  "item.answered": fix(
    "One of the items has been answered, or someone is adding a file to it.",
    "Keep the item as it is, or add another one.",
  ),
  "item.chosen": fix(
    "A recipient has chosen one of the choices that you removed or changed.",
    "Keep the choices in use, or add another item.",
  ),
  "recipient.last": fix(
    "A sent request needs at least one recipient.",
    "Add someone else first, or cancel the request.",
  ),
  "recipient.member": fix(
    "One of the addresses belongs to a member of your workspace.",
    "Leave it out; members can already see every request.",
  ),
  "access.decided": fix("This has already been decided.", "Reload the page to see who can open the request."),
  "access.too_many": fix(
    "Too many people have asked to be added to this request.",
    "Ask the sender to add your address.",
  ),
  "item.stale": retry(
    "Someone else changed this item a moment ago.",
    "Check its current state, then decide again.",
  ),
  "item.locked": fix(
    "This item has been accepted and can no longer be changed.",
    "Ask the sender to reopen it.",
  ),
  "item.undecided": fix("There’s no decision to undo.", "Reload the page to see the item’s status."),
  "item.not_received": fix(
    "This item isn’t marked as received another way.",
    "Mark it as received another way, then add the files.",
  ),
  "item.conflict": fix(
    "An item can’t be accepted while its files are returned.",
    "Return the item, or keep at least one file and return none.",
  ),
  "item.kind": fix("This item needs a different kind of answer.", "Answer in the requested form."),
  "request.closed": fix("This request is closed.", "Nothing can be changed unless the sender reopens it."),
  "request.open": fix("This request is still open.", "Close or cancel it first."),
  "request.paused": fix("This request is paused.", "You can add things again once it’s resumed."),
  "request.complete": fix(
    "Everything required in this request has been decided.",
    "To ask for something again, undo a decision.",
  ),
  "request.reopen_expired": fix(
    "This request was cancelled more than 30 days ago.",
    "Duplicate it to ask for the same items again.",
  ),
  "answer.empty": fix("The answer is empty.", "Answer the item before you send it."),
  "answer.date": fix("That isn’t a valid date.", "Enter the day, the month and a year with four digits."),
  "answer.yes_no": fix("This item needs a yes or no.", "Choose one of the two."),
  "answer.choice": fix("One of your choices isn’t in the list.", "Check the list and choose again."),
  "answer.one_choice": fix("This item takes only one choice.", "Choose one of them."),
  "answer.too_long": fix("The answer is too long.", `Use up to ${limits.answerLength} characters.`),
  "reason.required": fix("The recipient needs to know why.", "Add a reason before you return the item."),
  "reason.too_long": fix("The reason is too long.", `Use up to ${limits.reasonLength} characters.`),
};
