import { limits } from "../limits.ts";
import { fix, retry } from "./error-text.ts";

/** A sent request: its items, answers and decisions. */
export const requestErrors = {
  not_found: fix(
    "This doesn't exist, or you don't have access to it.",
    "Check the link, or sign in with the address it was sent to.",
  ),
  "link.unknown": fix(
    "This link doesn't work.",
    "It may have been replaced; ask the person who sent it for a new one.",
  ),
  "list.unknown": fix("This list doesn't exist.", "Reload the page."),
  "list.cursor": fix("The list can't continue from there.", "Reload the page."),
  "search.too_long": fix("That search is too long.", `Use up to ${limits.searchLength} characters.`),
  "item.stale": retry(
    "Someone else changed this item a moment ago.",
    "Check its current state, then decide again.",
  ),
  "item.locked": fix(
    "This item has been accepted and can no longer be changed.",
    "Ask the sender to reopen it.",
  ),
  "item.undecided": fix("There's no decision to undo.", "Reload the page to see the item's status."),
  "item.kind": fix("This item needs a different kind of answer.", "Answer in the requested form."),
  "request.closed": fix("This request is closed.", "Ask the sender if something is still needed."),
  "answer.empty": fix("The answer is empty.", "Write something before you send it."),
  "answer.too_long": fix("The answer is too long.", `Use up to ${limits.answerLength} characters.`),
  "reason.required": fix("The recipient needs to know why.", "Add a reason before you return the item."),
  "reason.too_long": fix("The reason is too long.", `Use up to ${limits.reasonLength} characters.`),
};
