import { draftValueNames, type RequestDraft } from "@sheaf/contract/request-draft";
import type { EditorState } from "../editor.models.ts";

/** Input of a three-way merge. */
export interface MergeBase {
  /** The working copy at the last sync, or when it was sent. */
  workingCopy: EditorState;
  /** The server copy at that moment, or the draft that was sent. */
  serverCopy: RequestDraft;
  /** The server copy now. */
  newServerCopy: RequestDraft;
}

const areEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Merges the server copy into the working copy, field by field: ids of new items, and changes from another tab or member. A
 * field edited here since then keeps its value.
 */
export function mergeServerCopy(state: EditorState, base: MergeBase): Partial<EditorState> {
  const { workingCopy, serverCopy, newServerCopy } = base;
  const taken = draftValueNames.filter(
    (name) => !areEqual(serverCopy[name], newServerCopy[name]) && areEqual(state[name], workingCopy[name]),
  );
  return {
    ...Object.fromEntries(taken.map((name) => [name, newServerCopy[name]])),
    recipients: mergeServerRecipients(state, base),
    ...mergeServerItems(state, base),
  };
}

function mergeServerRecipients(state: EditorState, { workingCopy, serverCopy, newServerCopy }: MergeBase) {
  const people = ({ recipients }: RequestDraft) => recipients.map(({ email, name }) => ({ email, name }));
  if (
    !areEqual(people(serverCopy), people(newServerCopy)) &&
    areEqual(state.recipients, workingCopy.recipients)
  ) {
    return newServerCopy.recipients;
  }
  const ids = new Map(newServerCopy.recipients.map(({ email, id }) => [email, id]));
  return state.recipients.map((recipient) => ({
    ...recipient,
    id: ids.get(recipient.email) ?? recipient.id,
  }));
}

function mergeServerItems(state: EditorState, { workingCopy, serverCopy, newServerCopy }: MergeBase) {
  const texts = ({ items }: RequestDraft) => items.map((item) => ({ ...item, id: undefined }));
  if (!areEqual(texts(serverCopy), texts(newServerCopy)) && areEqual(state.items, workingCopy.items)) {
    const keys = new Map(state.items.map(({ id, key }) => [id, key]));
    return {
      items: newServerCopy.items.map((item, index) => ({
        ...item,
        key: keys.get(item.id) ?? state.nextKey + index,
      })),
      nextKey: state.nextKey + newServerCopy.items.length,
    };
  }
  const ids = new Map(workingCopy.items.map(({ key }, index) => [key, newServerCopy.items[index]?.id]));
  return { items: state.items.map((item) => ({ ...item, id: item.id ?? ids.get(item.key) })) };
}
