import { shownAddress } from "@sheaf/contract/shown-address";
import type { SuggestedPeople } from "../../../data/people/suggested-people.query.ts";
import { personName } from "../../../data/requests/people.models.ts";
import { formatCount } from "../../../lib/format-count.ts";
import type { EditorRecipient } from "../../../steps/addresses/pasted-addresses.models.ts";

/** A row of the list under the recipients. */
export interface Suggestion {
  /** "Anna Berg and Mats Berg", or the address if no name is known. */
  label: string;
  /** The address, or "Asked together 3 times". */
  detail: string;
  /** The first tag, or the number of open requests; "" for neither. */
  note: string;
  /** Those who aren't recipients yet. */
  adds: readonly Pick<EditorRecipient, "email" | "name">[];
}

const list = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** Leaves out those who are recipients already, and groups of which one person is left. */
export function toSuggestions(
  found: readonly SuggestedPeople[],
  recipients: readonly EditorRecipient[],
): Suggestion[] {
  const chosen = new Set(recipients.map(({ email }) => email));
  return found
    .map((suggested) => ({
      ...toTexts(suggested),
      adds: suggested.people.filter(({ email }) => !chosen.has(email)),
    }))
    .filter(({ adds }, at) => adds.length > (found[at]?.timesTogether === null ? 0 : 1));
}

function toTexts({ people, tags, openRequests, timesTogether }: SuggestedPeople): Omit<Suggestion, "adds"> {
  const label = list.format(people.map(personName));
  if (timesTogether !== null) {
    const times = timesTogether === 1 ? "once" : `${timesTogether} times`;
    return { label, detail: `Asked together ${times}`, note: "" };
  }
  const [only] = people;
  const requests = openRequests === 0 ? "" : formatCount(openRequests, "open request");
  // A person without a name is known by their address already.
  return {
    label,
    detail: only === undefined || only.name === "" ? "" : shownAddress(only.email),
    note: tags[0] ?? requests,
  };
}
