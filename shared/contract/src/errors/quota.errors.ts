import type { QuotaName } from "../limits.ts";
import { type ErrorText, fix, retry } from "./error-text.ts";

/** Quotas that are used up. The figures are an operator's settings, so no message repeats one. */
export const quotaErrors = {
  "quota.workspaces": fix(
    "You’ve reached the maximum number of workspaces.",
    "Use one of them, or ask the site’s administrator for more.",
  ),
  "quota.requests": retry(
    "This workspace has reached its daily limit of requests.",
    "Try again tomorrow, or ask the site’s administrator for more.",
  ),
  "quota.address": retry(
    "The daily limit of requests to one of the recipients has been reached.",
    "Try again tomorrow; nothing was lost.",
  ),
  "quota.bulk_rows": retry(
    "This workspace has reached its daily limit of people to send to.",
    "Try again tomorrow, or ask the site’s administrator for more.",
  ),
  "quota.people": retry(
    "This workspace has reached its daily limit of people to add.",
    "Try again tomorrow, or ask the site’s administrator for more.",
  ),
  "quota.access_requests": retry(
    "You’ve asked to be added to too many requests today.",
    "Try again tomorrow, or ask the sender to add your address.",
  ),
  "quota.messages": retry(
    "You’ve reached the daily limit of messages.",
    "Try again tomorrow; your text stays in the field.",
  ),
  "quota.hand_offs": retry(
    "You’ve reached the daily limit of items to ask others for.",
    "Try again tomorrow.",
  ),
  "quota.receipts": retry("You’ve reached the daily limit of receipts.", "Try again tomorrow."),
  "quota.deletion_asks": retry("You’ve reached the daily limit of deletion requests.", "Try again tomorrow."),
  "quota.events": retry(
    "You’ve changed this request too often today.",
    "Try again tomorrow; nothing you sent was lost.",
  ),
  "quota.new_workspaces": retry(
    "You’ve reached the daily limit of new workspaces.",
    "Try again tomorrow, or use one that you already have.",
  ),
  "quota.members": fix(
    "This workspace can’t have more members.",
    "Remove someone, or ask the site’s administrator for more.",
  ),
  "quota.workspace_bytes": fix(
    "The workspace is out of storage.",
    "Tell the sender; your other files are safe.",
  ),
  "quota.uploader_bytes": retry(
    "You’ve reached today’s upload limit.",
    "Add the rest tomorrow; your other files are safe.",
  ),
} satisfies Record<`quota.${QuotaName}`, ErrorText>;
