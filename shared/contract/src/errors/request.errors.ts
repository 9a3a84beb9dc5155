import { limits } from "../limits.ts";
import { fix, retry } from "./error-text.ts";

/** A request at work: its items, answers and decisions. */
export const requestErrors = {
  not_found: fix(
    "There is nothing here for you.",
    "Check the link, or sign in with the address that it was sent to.",
  ),
  "link.unknown": fix(
    "This link leads nowhere.",
    "It may have been replaced: ask the person who sent it for the new one.",
  ),
  "item.stale": retry(
    "Someone else changed this item a moment ago.",
    "Look at it as it is now, then decide again.",
  ),
  "item.locked": fix(
    "This item has been accepted, so it can no longer change.",
    "Ask the sender to open it again.",
  ),
  "item.undecided": fix(
    "There is no decision to take back.",
    "Reload the page to see where the item stands.",
  ),
  "item.kind": fix("This item asks for something else.", "Answer it in the way that it asks for."),
  "request.closed": fix("This request is closed.", "Ask the sender if something is still needed."),
  "answer.empty": fix("There is no answer yet.", "Write a line before you send it."),
  "answer.too_long": fix("The answer is too long.", `Keep it to ${limits.answerLength} characters.`),
  "reason.required": fix("The recipient needs to know why.", "Write a reason before you return the item."),
  "reason.too_long": fix("The reason is too long.", `Keep it to ${limits.reasonLength} characters.`),
};
