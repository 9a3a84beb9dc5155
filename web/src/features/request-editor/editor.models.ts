import {
  draftItem,
  type DraftValueName,
  draftValueNames,
  emptyDraft,
  type ItemDraft,
  noOptions,
  type RequestDraft,
} from "@sheaf/contract/request-draft";
import { bySection } from "../../data/items/sections.models.ts";
import { editorKinds } from "./item/kinds/kinds.models.ts";
import {
  mergeRecipients,
  toRecipients,
  type EditorRecipient,
} from "../../steps/addresses/pasted-addresses.models.ts";
import { toPastedItems } from "./pasted-lines.models.ts";
import { movedBetweenSections } from "./sections.models.ts";

/** An item while it is edited. `key` identifies it within the editor, because positions change. */
export interface EditorItem extends ItemDraft {
  key: number;
}

/** The fields of a draft that hold one value, as entered. */
export type DraftValues = Pick<RequestDraft, DraftValueName>;

export interface EditorState extends DraftValues {
  recipients: readonly EditorRecipient[];
  items: readonly EditorItem[];
  /** Typed at the end of the list and not added yet. */
  line: string;
  nextKey: number;
}

/** Actions on a draft with their payloads. */
interface EditorActions {
  "value-changed": { change: Partial<DraftValues> };
  "recipients-added": { text: string };
  "people-added": { people: readonly EditorRecipient[] };
  "recipient-removed": { email: string };
  "line-typed": { text: string };
  "lines-added": { text: string };
  "item-changed": { key: number; change: Partial<ItemDraft> };
  "item-removed": { key: number };
  "item-restored": { item: EditorItem; index: number };
  "item-moved": { from: number; to: number };
  merged: { merge: (state: EditorState) => Partial<EditorState> };
  discarded: { to: EditorState };
  "section-renamed": { from: string; to: string };
  "item-placed": { key: number };
}

export type EditorAction = {
  [Type in keyof EditorActions]: { type: Type } & EditorActions[Type];
}[keyof EditorActions];

type Steps = {
  [Type in keyof EditorActions]: (state: EditorState, action: EditorActions[Type]) => Partial<EditorState>;
};

const steps: Steps = {
  "value-changed": (_, { change }) => change,
  "recipients-added": ({ recipients }, { text }) => ({
    recipients: mergeRecipients(recipients, toRecipients(text)),
  }),
  "people-added": ({ recipients }, { people }) => ({ recipients: mergeRecipients(recipients, people) }),
  "recipient-removed": ({ recipients }, { email }) => ({
    recipients: recipients.filter((recipient) => recipient.email !== email),
  }),
  "line-typed": (_, { text }) => ({ line: text }),
  "lines-added": ({ items, nextKey }, { text }) => {
    const last = items.at(-1)?.section ?? "";
    const added = toPastedItems(text).map(({ title, section, isRequired }, index) =>
      newItem(title, section ?? last, nextKey + index, isRequired),
    );
    return { items: bySection([...items, ...added]), nextKey: nextKey + added.length, line: "" };
  },
  "item-changed": ({ items }, { key, change }) => ({
    items: items.map((item) => (item.key === key ? changed(item, change) : item)),
  }),
  "item-removed": ({ items }, { key }) => ({ items: items.filter((item) => item.key !== key) }),
  "item-restored": ({ items }, { item, index }) => ({ items: items.toSpliced(index, 0, item) }),
  "item-moved": ({ items }, { from, to }) => ({ items: movedBetweenSections(items, from, to) }),
  "section-renamed": ({ items }, { from, to }) => ({
    items: bySection(items.map((item) => (item.section === from ? changed(item, { section: to }) : item))),
  }),
  "item-placed": ({ items }, { key }) => ({ items: placedInSection(items, key) }),
  merged: (state, { merge }) => merge(state),
  discarded: (_, { to }) => ({ ...to, line: "" }),
};

export function editorReducer(state: EditorState, action: EditorAction): EditorState {
  // `steps` has the right step for each type, but the compiler can't correlate the two.
  const step = steps[action.type] as (state: EditorState, action: EditorAction) => Partial<EditorState>;
  return { ...state, ...step(state, action) };
}

function changed(item: EditorItem, change: Partial<ItemDraft>): EditorItem {
  return { ...item, ...change };
}

export const emptyTemplate: RequestDraft = { ...emptyDraft, due_after_days: null };

export function toEditorState(draft: RequestDraft = emptyDraft): EditorState {
  return {
    ...valuesOf(draft),
    recipients: draft.recipients,
    // Input that an older version of the page kept may lack fields.
    items: draft.items.map((item, key) => ({ ...newItem("", "", key), ...item, key })),
    line: "",
    nextKey: draft.items.length,
  };
}

/** The draft as entered, not yet validated. */
export function toDraft(state: EditorState): RequestDraft {
  return {
    ...valuesOf(state),
    recipients: state.recipients.map(({ id, email, name }) => ({ id, email, name })),
    items: state.items.map(toItemDraft),
  };
}

function valuesOf(draft: DraftValues): DraftValues {
  return Object.fromEntries(draftValueNames.map((name) => [name, draft[name]])) as DraftValues;
}

/** The draft with the line that is still being typed, which counts as added when the page is left. */
export function toDraftWithLine(state: EditorState): RequestDraft {
  return toDraft(editorReducer(state, { type: "lines-added", text: state.line }));
}

function newItem(title: string, section: string, key: number, required = true): EditorItem {
  return { ...draftItem(title, { section, required }), key };
}

/** Brings an item whose section has just been entered to the end of that section. */
function placedInSection(items: readonly EditorItem[], key: number): EditorItem[] {
  const others = items.filter((item) => item.key !== key);
  const placed = items.filter((item) => item.key === key);
  return bySection([...others, ...placed.map((item) => changed(item, { section: item.section.trim() }))]);
}

/** Leaves out the options of other kinds. The editor keeps them, in case the kind is only being looked through. */
function toItemDraft(edited: EditorItem): ItemDraft {
  const { key: _, ...item } = edited;
  return { ...item, ...noOptions, ...editorKinds[item.kind].ownFields(item) };
}

/** True if something was changed since. */
export function isChanged(state: EditorState, since: EditorState): boolean {
  return JSON.stringify(toDraft(state)) !== JSON.stringify(toDraft(since));
}
