import * as v from "valibot";
import { addressProblem, storedAddress } from "./email-address.ts";
import type { draftErrors } from "./errors/draft.errors.ts";
import { limits } from "./limits.ts";
import { hasVisibleCharacter, nameProblem } from "./names.ts";
import { itemKinds } from "./states.ts";

/** File types that an item may require; an empty list accepts all supported types. */
export const acceptedGroups = ["pdf", "image", "word", "excel"] as const;
export type AcceptedGroup = (typeof acceptedGroups)[number];

const optionalText = (max: number, message: string) =>
  v.pipe(v.string(), v.trim(), v.maxLength(max, message));

const EmailAddress = v.pipe(
  v.string(),
  v.transform(storedAddress),
  v.check(
    (email) => addressProblem(email) === undefined,
    ({ input }) => addressProblem(input) ?? "",
  ),
);

const isOptionalName = (name: string) => name === "" || nameProblem(name, "empty") === undefined;

const Choice = v.pipe(
  v.string(),
  v.trim(),
  v.check(hasVisibleCharacter, "One of the choices is empty."),
  v.maxLength(limits.choiceLength, `Use up to ${limits.choiceLength} characters for each choice.`),
);

const fileCountRule = `Enter a number from 1 to ${limits.filesPerItem}.`;

export const ItemFields = v.object({
  /** Of a saved item; left out for a new one. */
  id: v.optional(v.string()),
  /** Heading that the item stands under; "" for none. */
  section: v.pipe(
    v.string(),
    v.trim(),
    v.check((name) => name === "" || hasVisibleCharacter(name), "Enter a section name, or leave it empty."),
    v.maxLength(limits.sectionLength, `Use up to ${limits.sectionLength} characters.`),
  ),
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
  expected_files: v.pipe(
    v.number(fileCountRule),
    v.integer(fileCountRule),
    v.minValue(1, fileCountRule),
    v.maxValue(limits.filesPerItem, fileCountRule),
  ),
  /** Of an item of kind `choice`; empty for any other. */
  choices: v.pipe(
    v.array(Choice),
    v.maxLength(limits.choicesPerItem, `An item can have up to ${limits.choicesPerItem} choices.`),
    v.check((choices) => new Set(choices).size === choices.length, "A choice is listed twice."),
  ),
  /** A recipient may choose several. */
  multiple: v.boolean(),
  /** Previews stay blurred until the user opens them. */
  sensitive: v.boolean(),
});

export const ItemDraft = v.pipe(
  ItemFields,
  v.forward(
    v.partialCheck(
      [["kind"], ["choices"]],
      ({ kind, choices }) => kind !== "choice" || choices.length >= 2,
      "Add at least two choices.",
    ),
    ["choices"],
  ),
);
export type ItemDraft = v.InferOutput<typeof ItemDraft>;

/** The fields that not every kind has, as the other kinds leave them. */
export const noOptions = {
  accepts: [],
  expected_files: 1,
  choices: [],
  multiple: false,
} satisfies Partial<ItemDraft>;

/** A required item for files of any type, unless `over` says otherwise. */
export function draftItem(title: string, over: Partial<ItemDraft> = {}): ItemDraft {
  return {
    section: "",
    title,
    instructions: "",
    kind: "file",
    required: true,
    sensitive: false,
    ...noOptions,
    ...over,
  };
}

export const RecipientDraft = v.object({
  /** Of a saved recipient; left out for a new one. */
  id: v.optional(v.string()),
  email: EmailAddress,
  name: v.pipe(
    optionalText(limits.nameLength, `Use up to ${limits.nameLength} characters.`),
    v.check(isOptionalName, "A recipient’s name can’t contain “@”. Leave it empty if you don’t know it."),
  ),
});
export type RecipientDraft = v.InferOutput<typeof RecipientDraft>;

const dueAfterRule = `Enter a number from 1 to ${limits.templateDueDays}, or leave it empty.`;

interface DraftField {
  /** Name of the field on screen. */
  label: string;
  /** `text`, `day` and `days` hold one value each. `rows` is a list whose rows have ids; it is merged as a whole. */
  kind: "text" | "day" | "days" | "rows";
  /** Error codes of the service that this field shows. */
  refusals: readonly (keyof typeof draftErrors | "template.due")[];
  rule: v.GenericSchema;
}

/**
 * The fields of a request that users enter. The editor's state, its checks, the comparison and merge of the server copy with
 * the working copy, and the local backup all derive from this list.
 */
export const draftFields = {
  title: {
    label: "Title",
    kind: "text",
    refusals: ["draft.title"],
    rule: v.pipe(
      v.string(),
      v.trim(),
      v.check(hasVisibleCharacter, "Enter a title."),
      v.maxLength(limits.titleLength, `Use up to ${limits.titleLength} characters.`),
    ),
  },
  message: {
    label: "Message",
    kind: "text",
    refusals: ["draft.message"],
    rule: optionalText(limits.messageLength, `Use up to ${limits.messageLength} characters.`),
  },
  due_on: {
    label: "Due date",
    kind: "day",
    refusals: ["draft.due_on"],
    rule: v.nullable(v.pipe(v.string(), v.isoDate("Choose a date."))),
  },
  /** Of a template, which has no date: days from its use to the due date; null for none. */
  due_after_days: {
    label: "Due after",
    kind: "days",
    refusals: ["template.due"],
    rule: v.optional(
      v.nullable(
        v.pipe(
          v.number(dueAfterRule),
          v.integer(dueAfterRule),
          v.minValue(1, dueAfterRule),
          v.maxValue(limits.templateDueDays, dueAfterRule),
        ),
      ),
    ),
  },
  recipients: {
    label: "Recipients",
    kind: "rows",
    refusals: [
      "draft.recipients",
      "draft.recipient",
      "draft.recipient_name",
      "draft.duplicate_recipient",
      "draft.too_many_recipients",
    ],
    rule: v.pipe(
      v.array(RecipientDraft),
      v.maxLength(
        limits.recipientsPerRequest,
        `A request can have up to ${limits.recipientsPerRequest} recipients.`,
      ),
    ),
  },
  items: {
    label: "Checklist",
    kind: "rows",
    refusals: [
      "draft.items",
      "draft.item",
      "draft.choices",
      "draft.section",
      "draft.expected_files",
      "draft.too_many_sections",
      "draft.too_many_items",
    ],
    rule: v.pipe(
      v.array(ItemDraft),
      v.maxLength(limits.itemsPerRequest, `A request can have up to ${limits.itemsPerRequest} items.`),
      v.check(
        (items) =>
          new Set(items.map(({ section }) => section).filter((name) => name !== "")).size <=
          limits.sectionsPerRequest,
        `A request can have up to ${limits.sectionsPerRequest} sections.`,
      ),
    ),
  },
} as const satisfies Record<string, DraftField>;

type Fields = typeof draftFields;
export type DraftFieldName = keyof Fields;
/** The fields that hold one value. */
export type DraftValueName = {
  [Name in DraftFieldName]: Fields[Name]["kind"] extends "rows" ? never : Name;
}[DraftFieldName];

export const draftFieldNames = Object.keys(draftFields) as DraftFieldName[];
export const draftValueNames = draftFieldNames.filter(
  (name): name is DraftValueName => draftFields[name].kind !== "rows",
);

/** A draft request: saving needs only the title, sending also needs items and recipients. */
export const RequestDraft = v.object(
  Object.fromEntries(Object.entries(draftFields).map(([name, { rule }]) => [name, rule])) as {
    [Name in DraftFieldName]: Fields[Name]["rule"];
  },
);
export type RequestDraft = v.InferOutput<typeof RequestDraft>;

const emptyValues: Record<DraftField["kind"], unknown> = { text: "", day: null, days: undefined, rows: [] };

/** The draft of a new request. */
export const emptyDraft = Object.fromEntries(
  draftFieldNames.map((name) => [name, emptyValues[draftFields[name].kind]]),
) as RequestDraft;
