import { shownAddress } from "@sheaf/contract/shown-address";
import type { SuggestedPeople } from "../../../data/people/suggested-people.query.ts";
import { personName } from "../../../data/requests/people.models.ts";
import { formatCount } from "../../../lib/format-count.ts";
import type { EditorRecipient } from "../../../steps/addresses/pasted-addresses.models.ts";

/** A row of the list under the recipients. */
export interface Suggestion {
  /** "Anna Berg and Mats Berg", "Berg family · 2 people", or the address if no name is known. */
  label: string;
  /** The address, "Asked together 3 times", or the names of a client's people. */
  detail: string;
  /** The first tag, or the number of open requests; "" for neither. */
  note: string;
  /** Those who aren't recipients yet. */
  adds: readonly Pick<EditorRecipient, "email" | "name">[];
}

const list = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** Leaves out those who are recipients already, groups of which one person is left, and one that is a client, too. */
export function toSuggestions(
  found: readonly SuggestedPeople[],
  recipients: readonly EditorRecipient[],
): Suggestion[] {
  const chosen = new Set(recipients.map(({ email }) => email));
  const clients = new Set(found.filter(({ client }) => client !== null).map(whoOf));
  return found
    .filter((suggested) => suggested.timesTogether === null || !clients.has(whoOf(suggested)))
    .flatMap((suggested) => {
      const adds = suggested.people.filter(({ email }) => !chosen.has(email));
      const fewest = suggested.people.length > 1 ? 2 : 1;
      return adds.length < fewest ? [] : [{ ...toTexts(suggested, adds), adds }];
    });
}

const whoOf = ({ people }: SuggestedPeople) =>
  people
    .map(({ email }) => email)
    .toSorted()
    .join(" ");

function toTexts(
  { client, people, tags, openRequests, timesTogether }: SuggestedPeople,
  adds: Suggestion["adds"],
): Omit<Suggestion, "adds"> {
  if (client !== null) {
    return {
      label: `${client} · ${formatCount(adds.length, "person", "people")}`,
      detail: list.format(adds.map(personName)),
      note: "",
    };
  }
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
