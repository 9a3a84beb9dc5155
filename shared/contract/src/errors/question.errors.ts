import { limits } from "../limits.ts";
import { fix } from "./error-text.ts";

/** Questions, replies and notes. */
export const questionErrors = {
  "question.empty": fix("There’s nothing to send yet.", "Write something first."),
  "question.too_long": fix(
    "That text is too long.",
    `Use up to ${limits.messageLength.toLocaleString("en")} characters for a question, and ${limits.noteLength.toLocaleString("en")} for a note.`,
  ),
  "question.too_many": fix(
    "This item can’t hold any more text.",
    "Reply to one of the questions, or remove a note.",
  ),
};
