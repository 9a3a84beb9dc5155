import { requestKeys } from "../requests/keys.ts";

/** Cache keys of reminders. What the next one says depends on the whole request. */
export const reminderKeys = {
  preview: (requestId: string) => [...requestKeys.detail(requestId), "reminder"] as const,
};
