import { draftItem, type RequestDraft } from "@sheaf/contract/request-draft";
import { mortgage, newHire, rental, taxReturn } from "./drafts.ts";
import { anna, joel, mats, sofia } from "./people.ts";
import type { Person } from "../../seed/person.ts";
import { createRequesterWorkspace, type RequesterWorkspace } from "./requester-workspace.ts";
import type { SeedData } from "./seed-data.ts";
import type { SentRequest } from "../../seed/sent-request.ts";

const total = 1000;

/** State that a request is brought to after it was sent; undefined leaves it a draft. */
type Advance = ((request: SentRequest, recipient: Person) => Promise<void>) | undefined;

const item = "Tax number";

const sent: Advance = async () => {};
const opened: Advance = (request, recipient) => request.join(recipient);
const answered: Advance = async (request, recipient) => {
  await request.join(recipient);
  await request.answer(item, "12 345 678 901");
};
const accepted: Advance = async (request, recipient) => {
  await answered(request, recipient);
  await request.accept(item);
};
const archived: Advance = async (request, recipient) => {
  await accepted(request, recipient);
  await request.archive();
};
const returned: Advance = async (request, recipient) => {
  await answered(request, recipient);
  await request.returnItem(item, "One digit is missing.");
};
const cancelled: Advance = (request) => request.cancel();

/** States of a busy workspace, with the days until the request is due. Assigned in turn. */
const mix: readonly { advance: Advance; dueIn?: number }[] = [
  { advance: opened, dueIn: 3 },
  { advance: answered, dueIn: 2 },
  { advance: accepted },
  { advance: sent, dueIn: -2 },
  { advance: opened },
  { advance: archived, dueIn: 9 },
  { advance: returned, dueIn: -12 },
  { advance: undefined },
  { advance: answered, dueIn: 14 },
  { advance: cancelled },
];

const contacts = [anna, joel, mats, sofia];

/** A workspace with a thousand requests in every state, whose last activities reach back most of a year. */
export async function fullWorkspace(seed: SeedData): Promise<RequesterWorkspace> {
  await seed.liftQuotas();
  const workspace = await createRequesterWorkspace(seed);
  const recipients = await Promise.all(contacts.map((contact) => seed.signIn(contact)));
  const drafts = [taxReturn(), mortgage(), newHire(), rental()];
  for (let number = 1; number <= total; number += 1) {
    const { advance, dueIn } = mix[number % mix.length] ?? { advance: sent };
    const recipient = recipients[number % recipients.length];
    const draft = drafts[number % drafts.length];
    if (!recipient || !draft) continue;
    const { email, name } = recipient;
    const written: RequestDraft = {
      ...draft,
      title: `${draft.title} (${number})`,
      due_on: dueIn === undefined ? null : dayFromToday(dueIn + Math.sign(dueIn) * (number % 45)),
      recipients: [{ email, name }],
      items: [draftItem(item, { kind: "text" })],
    };
    if (advance) await advance(await workspace.send(written), recipient);
    else await workspace.draft(written);
  }
  await seed.spreadActivity();
  return workspace;
}

function dayFromToday(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
