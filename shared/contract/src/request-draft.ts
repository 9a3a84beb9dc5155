import * as v from "valibot";
import { EmailAddress } from "./email-address.ts";
import { limits } from "./limits.ts";
import { itemKinds } from "./states.ts";

/** What a file item may ask for; an empty list takes every accepted type. */
export const acceptedGroups = ["pdf", "image"] as const;
export type AcceptedGroup = (typeof acceptedGroups)[number];

const optionalText = (max: number, message: string) =>
  v.pipe(v.string(), v.trim(), v.maxLength(max, message));

export const ItemDraft = v.object({
  title: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, "Say what you need."),
    v.maxLength(limits.titleLength, `Keep it to ${limits.titleLength} characters.`),
  ),
  instructions: optionalText(limits.reasonLength, `Keep it to ${limits.reasonLength} characters.`),
  kind: v.picklist(itemKinds),
  required: v.boolean(),
  accepts: v.array(v.picklist(acceptedGroups)),
});
export type ItemDraft = v.InferOutput<typeof ItemDraft>;

export const RecipientDraft = v.object({
  email: EmailAddress,
  name: optionalText(limits.nameLength, `Keep it to ${limits.nameLength} characters.`),
});
export type RecipientDraft = v.InferOutput<typeof RecipientDraft>;

/** A request while it is written: only the title is needed to keep it; items and recipients are needed to send it. */
export const RequestDraft = v.object({
  title: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, "Give the request a title."),
    v.maxLength(limits.titleLength, `Keep the title to ${limits.titleLength} characters.`),
  ),
  message: optionalText(limits.messageLength, `Keep the message to ${limits.messageLength} characters.`),
  due_on: v.nullable(v.pipe(v.string(), v.isoDate("Choose a day."))),
  recipients: v.pipe(
    v.array(RecipientDraft),
    v.maxLength(
      limits.recipientsPerRequest,
      `A request goes to ${limits.recipientsPerRequest} people at most.`,
    ),
  ),
  items: v.pipe(
    v.array(ItemDraft),
    v.maxLength(limits.itemsPerRequest, `A request holds ${limits.itemsPerRequest} items at most.`),
  ),
});
export type RequestDraft = v.InferOutput<typeof RequestDraft>;
