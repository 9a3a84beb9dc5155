import { fix, retry } from "./error-text.ts";

/** Reminders to recipients, and their promises. */
export const reminderErrors = {
  "reminder.plan": fix("That schedule can’t be saved.", "Check its numbers of days and reminders."),
  "reminder.zone": fix("That time zone isn’t known.", "Choose one from the list."),
  "reminder.nothing": fix("Nothing is missing.", "Reload the page to see what has arrived."),
  "reminder.soon": retry(
    "Everyone has had an email about this request in the last 24 hours.",
    "Remind them tomorrow.",
  ),
  "reminder.unreachable": fix(
    "We can’t email the recipients of this request now.",
    "Share the link with them yourself.",
  ),
  "promise.date": fix("That date can’t be saved.", "Choose a day from today on, within a year."),
};
