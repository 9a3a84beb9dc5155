import { draftValueNames, type RequestDraft } from "@sheaf/contract/request-draft";
import type { EditorState } from "../editor.models.ts";

export interface ServerVersion {
  /** The working copy when it was sent to the service, or when both copies were last the same. */
  snapshot: EditorState;
  /** The server copy at that time, or what it was sent. */
  sent: RequestDraft;
  /** The server copy now. */
  stored: RequestDraft;
}

const areEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Takes in the server copy, field by field: the ids of new items, and changes from another tab or member. A field that was
 * edited here since then stays as it is.
 */
export function mergeServerCopy(state: EditorState, version: ServerVersion): Partial<EditorState> {
  const { snapshot, sent, stored } = version;
  const taken = draftValueNames.filter(
    (name) => !areEqual(sent[name], stored[name]) && areEqual(state[name], snapshot[name]),
  );
  return {
    ...Object.fromEntries(taken.map((name) => [name, stored[name]])),
    recipients: takeRecipients(state, version),
    ...takeItems(state, version),
  };
}

function takeRecipients(state: EditorState, { snapshot, sent, stored }: ServerVersion) {
  const people = ({ recipients }: RequestDraft) => recipients.map(({ email, name }) => ({ email, name }));
  if (!areEqual(people(sent), people(stored)) && areEqual(state.recipients, snapshot.recipients)) {
    return stored.recipients;
  }
  const ids = new Map(stored.recipients.map(({ email, id }) => [email, id]));
  return state.recipients.map((recipient) => ({
    ...recipient,
    id: ids.get(recipient.email) ?? recipient.id,
  }));
}

function takeItems(state: EditorState, { snapshot, sent, stored }: ServerVersion) {
  const texts = ({ items }: RequestDraft) => items.map((item) => ({ ...item, id: undefined }));
  if (!areEqual(texts(sent), texts(stored)) && areEqual(state.items, snapshot.items)) {
    const keys = new Map(state.items.map(({ id, key }) => [id, key]));
    return {
      items: stored.items.map((item, index) => ({
        ...item,
        key: keys.get(item.id) ?? state.nextKey + index,
      })),
      nextKey: state.nextKey + stored.items.length,
    };
  }
  const ids = new Map(snapshot.items.map(({ key }, index) => [key, stored.items[index]?.id]));
  return { items: state.items.map((item) => ({ ...item, id: item.id ?? ids.get(item.key) })) };
}
