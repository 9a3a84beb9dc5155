/** Everybody in the rights matrix, in its order, with the group that they are in. */
const groups = {
  owner: "members",
  admin: "members",
  member: "members",
  "ex-member": "others",
  lapsed: "others",
  rival: "others",
  recipient: "recipients",
  "co-recipient": "recipients",
  "ex-recipient": "others",
  helper: "others",
  outsider: "others",
  anon: "visitors",
  anonymous: "withoutAccess",
  unverified: "withoutAccess",
  ended: "withoutAccess",
  "third-party": "withoutAccess",
} as const;

type Who = keyof typeof groups;
type Group = (typeof groups)[Who];

/**
 * ok: does it. missing: answers as if nothing were there. empty: has nothing to list. role: not in this role. other: the
 * invitation is another address's. open, unasked, asked: not in this state. factor: asks for the second factor. session: asks to
 * sign in. no-factor: has no authenticator that could be replaced. refused: may not even call it.
 */
type Answer =
  | "ok"
  | "missing"
  | "empty"
  | "role"
  | "other"
  | "open"
  | "unasked"
  | "asked"
  | "factor"
  | "session"
  | "no-factor"
  | "refused";

/**
 * One answer for everybody ("refused": the function is the worker's), or answers by group and person, of which the person's
 * counts. A group that isn't named gets the answer of `others`, and `others` get "missing"; visitors are refused, and those
 * whose token gives no access are asked to sign in.
 */
export type Answers = Answer | Readonly<Partial<Record<Who | "members" | "recipients" | "others", Answer>>>;

/** The answer that each person gets. */
export function answersByPerson(answers: Answers): Map<string, string> {
  const people = Object.entries(groups) as [Who, Group][];
  if (typeof answers === "string") return new Map(people.map(([who]) => [who, answers]));
  const { others = "missing", members = others, recipients = others } = answers;
  const byGroup: Readonly<Record<Group, Answer>> = {
    members,
    recipients,
    others,
    visitors: "refused",
    withoutAccess: "session",
  };
  return new Map(people.map(([who, group]) => [who, answers[who] ?? byGroup[group]]));
}
