import { fix } from "./error-text.ts";

/** Asking someone else for an item. */
export const handOffErrors = {
  "hand_off.self": fix("That’s your own address.", "Enter someone else’s address."),
  "hand_off.sender": fix(
    "That’s the address of the person who sent this request.",
    "Enter the address of someone who can answer for you.",
  ),
  "hand_off.recipient": fix(
    "That person already has the whole request.",
    "Decide between you who will answer it.",
  ),
  "hand_off.taken": fix(
    "Someone else has already been asked for this item.",
    "To ask another person, remove them from it first.",
  ),
  "hand_off.passed_on": fix(
    "You can’t ask someone else for this item.",
    "Tell the person who asked you, or ask a question about the item.",
  ),
};
