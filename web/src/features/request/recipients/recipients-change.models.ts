import type { RecipientDraft } from "@sheaf/contract/request-draft";
import type { Person } from "../../../data/requests/request-summary.models.ts";

const toDraft = ({ id, email, name }: RecipientDraft): RecipientDraft => ({ id, email, name });

export function withAdded(people: readonly Person[], added: RecipientDraft): RecipientDraft[] {
  return [...people.map(toDraft), toDraft(added)];
}

/** The service keeps the row of a person who never opened the link; otherwise it asks a new person. */
export function withCorrected(
  people: readonly Person[],
  person: Person,
  corrected: RecipientDraft,
): RecipientDraft[] {
  return people.map((other) => toDraft(other.id === person.id ? { ...corrected, id: person.id } : other));
}

export function without(people: readonly Person[], person: Person): RecipientDraft[] {
  return people.filter(({ id }) => id !== person.id).map(toDraft);
}
