import { fix } from "./error-text.ts";

/** A request that is sent again. */
export const repeatErrors = {
  "repeat.every": fix("A request can’t repeat like that.", "Choose every month, quarter or year."),
  "repeat.date": fix("It can’t be sent again on that day.", "Choose a day from tomorrow on, within a year."),
  "repeat.draft": fix("Only a sent request can repeat.", "Send it first."),
  "repeat.moved": fix(
    "This request has since been sent again.",
    "Open the newest one to change how it repeats.",
  ),
  "repeat.sender": fix(
    "The member who set this up can no longer send in this workspace.",
    "Choose “Repeat” to have it sent in your name.",
  ),
  "repeat.failed": fix("It couldn’t be sent again.", "Duplicate the request, and send the copy."),
};
