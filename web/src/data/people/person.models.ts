import type { Database } from "@sheaf/contract/database";
import type { RequestState } from "@sheaf/contract/states";
import { personName } from "../requests/people.models.ts";
import type { Tag } from "../tags/tag.models.ts";

type Functions = Database["public"]["Functions"];
export type ListedRow = Functions["list_people"]["Returns"][number];
export type DetailsRow = Functions["person_details"]["Returns"][number];
export type PersonRequestRow = Functions["person_requests"]["Returns"][number];
export type CompanionRow = Functions["person_companions"]["Returns"][number];

export const peopleFilters = ["waiting", "everyone", "unreached"] as const;
export type PeopleFilter = (typeof peopleFilters)[number];

/** Number of a person's items in each state; accepted ones include those not needed. */
export interface PersonItems {
  accepted: number;
  submitted: number;
  returned: number;
  missing: number;
}

/** Why no email about an open request reaches the person, and since when. */
export interface Unreached {
  why: "unreachable" | "muted";
  since: string;
}

/** A person in a list. */
export interface ListedPerson {
  id: string;
  /** Name, or the address if no name is known. */
  label: string;
  /** Empty if no name is known. */
  name: string;
  email: string;
  /** The household or company that they belong to; empty for none. */
  client: string;
  /** Empty if it isn't known. */
  phone: string;
  otherEmails: readonly string[];
  /** Names of tags. */
  tags: readonly string[];
  openRequests: number;
  /** Required items that wait for them. */
  left: number;
  items: PersonItems;
  /** YYYY-MM-DD; what waits for them and is due first. */
  dueOn: string | null;
  promisedOn: string | null;
  isOpened: boolean;
  isInvited: boolean;
  lastSeenAt: string | null;
  /** Of the last file or answer that came from them. */
  answeredAt: string | null;
  unreached: Unreached | null;
  /** The open request to act on first: the one whose email fails, or else the one due first. */
  requestId: string | null;
  /** The next page begins after the one of the last row. */
  position: string;
}

function toUnreached(row: Pick<ListedRow, "unreachable_at" | "muted_at">): Unreached | null {
  if (row.unreachable_at !== null) return { why: "unreachable", since: row.unreachable_at };
  return row.muted_at === null ? null : { why: "muted", since: row.muted_at };
}

const toItems = (
  row: Record<"items_accepted" | "items_submitted" | "items_returned" | "items_missing", number>,
): PersonItems => ({
  accepted: row.items_accepted,
  submitted: row.items_submitted,
  returned: row.items_returned,
  missing: row.items_missing,
});

export function toListedPerson(row: ListedRow): ListedPerson {
  return {
    id: row.id,
    label: personName(row),
    name: row.name,
    email: row.email,
    client: row.client,
    phone: row.phone,
    otherEmails: row.other_emails,
    tags: row.tags,
    openRequests: row.open_requests,
    left: row.items_left,
    items: toItems(row),
    dueOn: row.due_on,
    promisedOn: row.promised_on,
    isOpened: row.is_opened,
    isInvited: row.is_invited,
    lastSeenAt: row.last_seen_at,
    answeredAt: row.answered_at,
    unreached: toUnreached(row),
    requestId: row.request_id,
    position: row.position,
  };
}

/** An address of a person, with what members wrote about it while it was a separate person. */
export interface PersonAddress {
  id: string;
  email: string;
  name: string;
  note: string;
  phone: string;
}

/** Another person of the same client. */
export interface ClientPerson {
  id: string;
  label: string;
}

/** A request on a person's page. */
export interface PersonRequest {
  id: string;
  title: string;
  status: RequestState;
  isPaused: boolean;
  closedAt: string | null;
  sentAt: string;
  dueOn: string | null;
  promisedOn: string | null;
  /** The address that was asked. */
  email: string;
  /** They answer single items, which were handed to them. */
  isHanded: boolean;
  left: number;
  items: PersonItems;
}

/** Another person in a person's open requests. */
export interface Companion {
  id: string;
  label: string;
  /** Items that were handed to them; 0 for a recipient of the whole request. */
  items: number;
  isHandedByThem: boolean;
}

export interface Person {
  id: string;
  workspaceId: string;
  label: string;
  /** Given by members; empty for none. */
  givenName: string;
  /** Of the request sent last, or given. */
  name: string;
  email: string;
  note: string;
  /** Empty if it isn't known. */
  phone: string;
  /** The household or company that they belong to; empty for none. */
  client: string;
  /** Up to 21 others of that client: one more than is shown tells that there are more. */
  clientPeople: readonly ClientPerson[];
  revision: number;
  /** The main one first. */
  addresses: readonly PersonAddress[];
  tags: readonly Tag[];
  openRequests: number;
  doneRequests: number;
  left: number;
  askedAt: string | null;
  lastSeenAt: string | null;
  zone: string | null;
  /** An account with this address has opened a request. */
  isProven: boolean;
  answerSeconds: number | null;
  /** Of the last file or answer that came from them. */
  answeredAt: string | null;
  files: number;
  bytes: number;
  emailedAt: string | null;
  nextEmailAt: string | null;
  unreached: Unreached | null;
  requests: readonly PersonRequest[];
  companions: readonly Companion[];
}

interface PersonRows {
  details: DetailsRow;
  requests: readonly PersonRequestRow[];
  companions: readonly CompanionRow[];
}

export function toPerson({ details, requests, companions }: PersonRows): Person {
  return {
    id: details.id,
    workspaceId: details.workspace_id,
    label: personName(details),
    givenName: details.given_name,
    name: details.name,
    email: details.email,
    note: details.note,
    phone: details.phone,
    client: details.client,
    clientPeople: details.client_people.map((row) => ({ id: row.id, label: personName(row) })),
    revision: details.revision,
    addresses: details.addresses,
    tags: details.tags,
    openRequests: details.open_requests,
    doneRequests: details.done_requests,
    left: details.items_left,
    askedAt: details.asked_at,
    lastSeenAt: details.last_seen_at,
    zone: details.zone,
    isProven: details.is_proven,
    answerSeconds: details.answer_seconds,
    answeredAt: details.answered_at,
    files: details.files,
    bytes: details.bytes,
    emailedAt: details.emailed_at,
    nextEmailAt: details.next_email_at,
    unreached: toUnreached(details),
    requests: requests.map((row) => ({
      id: row.id,
      title: row.title,
      status: row.status,
      isPaused: row.is_paused,
      closedAt: row.closed_at,
      sentAt: row.sent_at,
      dueOn: row.due_on,
      promisedOn: row.promised_on,
      email: row.email,
      isHanded: row.is_handed,
      left: row.items_left,
      items: toItems(row),
    })),
    companions: companions.map((row) => ({
      id: row.id,
      label: personName(row),
      items: row.items,
      isHandedByThem: row.is_handed_by_them,
    })),
  };
}
