import { pages } from "@sheaf/contract/pages";
import type { Flow } from "../flow.ts";
import { state } from "../state.ts";
import { mortgage, taxReturn } from "../world/drafts.ts";
import { openOffice } from "../world/office.ts";
import { joel, sofia } from "../world/people.ts";
import {
  allIsAccepted,
  annaHasAnswered,
  annaHasBegun,
  askAnna,
  type AskedAnna,
  noraHasReviewed,
} from "../world/scenes.ts";
import type { World } from "../world/world.ts";

const device = "phone";
/** Forty-three characters, as a link has them. */
const nowhere = `/r/${"A1".repeat(21)}A`;

const seenByAnna =
  (scene: (world: World) => Promise<AskedAnna>): Flow["prepare"] =>
  async (world) => {
    const { asked, anna } = await scene(world);
    return { opens: asked.link, as: anna };
  };

/** A request's link and its checklist, as the person sees them who is asked. */
export const checklistStates: readonly Flow[] = [
  state({
    name: "link-introduction",
    says: "A request's link, opened by somebody who is not signed in: who asks, for what and until when.",
    device,
    prepare: async (world) => {
      const office = await openOffice(world);
      return { opens: (await office.ask(taxReturn())).link };
    },
    shows: (page) => page.getByText("Okafor & Lind asks you for documents"),
  }),
  state({
    name: "link-nowhere",
    says: "A link that is wrong, was replaced or leads to a cancelled request.",
    device,
    prepare: async () => ({ opens: nowhere }),
    shows: (page) => page.getByRole("heading", { name: "This link leads nowhere" }),
  }),
  state({
    name: "link-other-address",
    says: "Sofia opens a link that was sent to somebody else.",
    device,
    prepare: async (world) => {
      const office = await openOffice(world);
      const { link } = await office.ask(taxReturn());
      return { opens: link, as: await world.signIn(sofia, "phone") };
    },
    shows: (page) => page.getByRole("heading", { name: "This was sent to another address" }),
  }),
  state({
    name: "checklist-fresh",
    says: "Anna has opened the link, and everything is still missing.",
    device,
    prepare: seenByAnna(askAnna),
    shows: (page) => page.getByText("3 things left"),
  }),
  state({
    name: "checklist-partly",
    says: "Anna has sent two files for the first of three items.",
    device,
    prepare: seenByAnna(annaHasBegun),
    shows: (page) => page.getByText("2 things left"),
  }),
  state({
    name: "checklist-waiting",
    says: "Anna has sent everything, and it waits to be looked at.",
    device,
    prepare: seenByAnna(annaHasAnswered),
    shows: (page) => page.getByText("Okafor & Lind looks at what you sent.", { exact: false }),
  }),
  state({
    name: "checklist-returned",
    says: "One of Anna's items came back with a reason, and one was accepted.",
    device,
    prepare: seenByAnna(noraHasReviewed),
    shows: (page) => page.getByText("Page 2 is cut off.", { exact: false }),
  }),
  state({
    name: "checklist-done",
    says: "Everything that Anna sent is accepted.",
    device,
    prepare: seenByAnna(allIsAccepted),
    shows: (page) => page.getByText("You are done.", { exact: false }),
  }),
  state({
    name: "checklist-cancelled",
    says: "The request was withdrawn after Anna had sent something.",
    device,
    prepare: async (world) => {
      const { asked, anna } = await annaHasBegun(world);
      await asked.cancel();
      return { opens: pages.inboxRequest.href({ id: asked.id }), as: anna };
    },
    shows: (page) => page.getByText("Okafor & Lind has withdrawn this request.", { exact: false }),
  }),
  state({
    name: "checklist-overdue",
    says: "Joel is late with all three items.",
    device,
    prepare: async (world) => {
      const office = await openOffice(world);
      const asked = await office.ask(mortgage());
      const person = await world.signIn(joel, "phone");
      await asked.join(person);
      return { opens: asked.link, as: person };
    },
    shows: (page) => page.getByText("3 things left"),
  }),
  state({
    name: "checklist-in-inbox",
    says: "A checklist that was opened from everything that is asked of Anna, at a desk.",
    prepare: async (world) => {
      const { asked, anna } = await annaHasBegun(world);
      return { opens: pages.inboxRequest.href({ id: asked.id }), as: anna };
    },
    shows: (page) => page.getByText("2 things left"),
  }),
  state({
    name: "checklist-nowhere",
    says: "The address of a checklist that is not there, or not for this person.",
    device,
    prepare: async (world) => ({
      opens: pages.inboxRequest.href({ id: "00000000-0000-4000-8000-00000000abcd" }),
      as: (await askAnna(world)).anna,
    }),
    shows: (page) => page.getByText("There is nothing here for you"),
  }),
  state({
    name: "inbox-filled",
    says: "Everything that is asked of Anna: one request with something left, one that is done and one that was withdrawn.",
    device,
    prepare: async (world) => {
      const { ask, asked, anna } = await annaHasBegun(world);
      const done = await ask({
        ...taxReturn(),
        title: "Tax return 2025",
        items: taxReturn().items.slice(2, 3),
      });
      await done.join(anna);
      await done.answer("Tax number", "12 345 678 901");
      await done.accept("Tax number");
      const cancelled = await ask({ ...taxReturn(), title: "Tax return 2024" });
      await cancelled.join(anna);
      await cancelled.cancel();
      await asked.giveBack("Payslips", "March is missing.");
      return { opens: pages.inbox.href(), as: anna };
    },
    shows: (page) => page.getByRole("heading", { name: "Tax return 2024" }),
  }),
  state({
    name: "inbox-empty",
    says: "Nothing is asked of Sofia.",
    device,
    prepare: async (world) => ({ opens: pages.inbox.href(), as: await world.signIn(sofia, "phone") }),
    shows: (page) => page.getByText("Nothing is asked of you"),
  }),
];
