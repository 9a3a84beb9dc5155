import type { ItemDraft, RequestDraft } from "@sheaf/contract/request-draft";
import { mergeRecipients, toRecipients, type EditorRecipient } from "./pasted-addresses.models.ts";
import { toTitles } from "./pasted-lines.models.ts";
import { moved } from "./reorder.models.ts";

/** An item while it is edited. `key` identifies it within the editor, because positions change. */
export interface EditorItem extends ItemDraft {
  key: number;
}

export interface EditorState {
  title: string;
  message: string;
  /** YYYY-MM-DD, or null for no due date. */
  dueOn: string | null;
  recipients: readonly EditorRecipient[];
  items: readonly EditorItem[];
  nextKey: number;
}

/** Actions on a draft with their payloads. */
interface EditorActions {
  "title-written": { title: string };
  "message-written": { message: string };
  "day-chosen": { dueOn: string | null };
  "recipients-added": { text: string };
  "recipient-removed": { email: string };
  "lines-added": { text: string };
  "item-changed": { key: number; change: Partial<ItemDraft> };
  "item-removed": { key: number };
  "item-restored": { item: EditorItem; index: number };
  "item-moved": { from: number; to: number };
}

export type EditorAction = {
  [Type in keyof EditorActions]: { type: Type } & EditorActions[Type];
}[keyof EditorActions];

type Steps = {
  [Type in keyof EditorActions]: (state: EditorState, action: EditorActions[Type]) => Partial<EditorState>;
};

const steps: Steps = {
  "title-written": (_, { title }) => ({ title }),
  "message-written": (_, { message }) => ({ message }),
  "day-chosen": (_, { dueOn }) => ({ dueOn }),
  "recipients-added": ({ recipients }, { text }) => ({
    recipients: mergeRecipients(recipients, toRecipients(text)),
  }),
  "recipient-removed": ({ recipients }, { email }) => ({
    recipients: recipients.filter((recipient) => recipient.email !== email),
  }),
  "lines-added": ({ items, nextKey }, { text }) => {
    const added = toTitles(text).map((title, index) => newItem(title, nextKey + index));
    return { items: [...items, ...added], nextKey: nextKey + added.length };
  },
  "item-changed": ({ items }, action) => ({ items: items.map((item) => changed(item, action)) }),
  "item-removed": ({ items }, { key }) => ({ items: items.filter((item) => item.key !== key) }),
  "item-restored": ({ items }, { item, index }) => ({ items: items.toSpliced(index, 0, item) }),
  "item-moved": ({ items }, { from, to }) => ({ items: moved(items, from, to) }),
};

export function editorReducer(state: EditorState, action: EditorAction): EditorState {
  // `steps` has the right step for each type, but the compiler can't correlate the two.
  const step = steps[action.type] as (state: EditorState, action: EditorAction) => Partial<EditorState>;
  return { ...state, ...step(state, action) };
}

/** A text item accepts no files, so changing to text clears the accepted types. */
function changed(item: EditorItem, { key, change }: { key: number; change: Partial<ItemDraft> }): EditorItem {
  if (item.key !== key) return item;
  const next = { ...item, ...change };
  return next.kind === "text" ? { ...next, accepts: [] } : next;
}

function newItem(title: string, key: number): EditorItem {
  return { key, title, instructions: "", kind: "file", required: true, accepts: [] };
}

const emptyDraft: RequestDraft = { title: "", message: "", due_on: null, recipients: [], items: [] };

export function toEditorState(draft: RequestDraft = emptyDraft): EditorState {
  return {
    title: draft.title,
    message: draft.message,
    dueOn: draft.due_on,
    recipients: draft.recipients,
    items: draft.items.map((item, key) => ({ ...item, key })),
    nextKey: draft.items.length,
  };
}

/** The draft as entered, not yet validated. */
export function toDraft({ title, message, dueOn, recipients, items }: EditorState): RequestDraft {
  return {
    title,
    message,
    due_on: dueOn,
    recipients: recipients.map(({ email, name }) => ({ email, name })),
    items: items.map(({ title, instructions, kind, required, accepts }) => ({
      title,
      instructions,
      kind,
      required,
      accepts,
    })),
  };
}

/** True if there are unsaved changes. */
export function isChanged(state: EditorState, saved: RequestDraft = emptyDraft): boolean {
  return JSON.stringify(toDraft(state)) !== JSON.stringify(toDraft(toEditorState(saved)));
}
