import * as v from "valibot";
import { EmailAddress } from "./email-address.ts";
import { limits } from "./limits.ts";
import { hasVisibleCharacter, nameProblem } from "./names.ts";
import { itemKinds } from "./states.ts";

/** File types that an item may require; an empty list accepts all supported types. */
export const acceptedGroups = ["pdf", "image"] as const;
export type AcceptedGroup = (typeof acceptedGroups)[number];

const optionalText = (max: number, message: string) =>
  v.pipe(v.string(), v.trim(), v.maxLength(max, message));

const isOptionalName = (name: string) => name === "" || nameProblem(name, "empty") === undefined;

export const ItemDraft = v.object({
  title: v.pipe(
    v.string(),
    v.trim(),
    v.check(hasVisibleCharacter, "Enter an item title."),
    v.maxLength(limits.titleLength, `Use up to ${limits.titleLength} characters.`),
  ),
  instructions: optionalText(limits.reasonLength, `Use up to ${limits.reasonLength} characters.`),
  kind: v.picklist(itemKinds),
  required: v.boolean(),
  accepts: v.array(v.picklist(acceptedGroups)),
});
export type ItemDraft = v.InferOutput<typeof ItemDraft>;

export const RecipientDraft = v.object({
  email: EmailAddress,
  name: v.pipe(
    optionalText(limits.nameLength, `Use up to ${limits.nameLength} characters.`),
    v.check(isOptionalName, "A recipient’s name can’t contain “@”. Leave it empty if you don’t know it."),
  ),
});
export type RecipientDraft = v.InferOutput<typeof RecipientDraft>;

/** A draft request: saving needs only the title, sending also needs items and recipients. */
export const RequestDraft = v.object({
  title: v.pipe(
    v.string(),
    v.trim(),
    v.check(hasVisibleCharacter, "Enter a title."),
    v.maxLength(limits.titleLength, `Use up to ${limits.titleLength} characters.`),
  ),
  message: optionalText(limits.messageLength, `Use up to ${limits.messageLength} characters.`),
  due_on: v.nullable(v.pipe(v.string(), v.isoDate("Choose a date."))),
  recipients: v.pipe(
    v.array(RecipientDraft),
    v.maxLength(
      limits.recipientsPerRequest,
      `A request can have up to ${limits.recipientsPerRequest} recipients.`,
    ),
  ),
  items: v.pipe(
    v.array(ItemDraft),
    v.maxLength(limits.itemsPerRequest, `A request can have up to ${limits.itemsPerRequest} items.`),
  ),
});
export type RequestDraft = v.InferOutput<typeof RequestDraft>;
