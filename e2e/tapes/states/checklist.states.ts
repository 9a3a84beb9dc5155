import { pages } from "@sheaf/contract/pages";
import { itemRow } from "../../fixtures/checklist.ts";
import { unwrap } from "../../seed/unwrap.ts";
import type { Flow } from "../flow.ts";
import { state } from "../state.ts";
import { logo, photo } from "../seed/documents.ts";
import { mortgage, taxReturn } from "../seed/drafts.ts";
import { createRequesterWorkspace } from "../seed/requester-workspace.ts";
import { joel, sofia } from "../seed/people.ts";
import {
  allAccepted,
  annaAnswered,
  annaAskedSofia,
  annaAnsweredEveryKind,
  annaStarted,
  sendToAnna,
  type AnnaRequest,
  noraDecidedInPart,
  noraReviewed,
  questionAnswered,
} from "../seed/scenes.ts";
import type { SeedData } from "../seed/seed-data.ts";

const device = "phone";
/** A link has 43 characters. */
const unknownLink = `/r/${"A1".repeat(21)}A`;

const seenByAnna =
  (scene: (seed: SeedData) => Promise<AnnaRequest>): Flow["prepare"] =>
  async (seed) => {
    const { request, anna } = await scene(seed);
    return { startPath: request.link, as: anna };
  };

/** A request's link and its checklist, as the recipient sees them. */
export const checklistStates: readonly Flow[] = [
  state({
    name: "link-introduction",
    description: "A request link, opened while signed out: shows the requester, the items and the due date.",
    device,
    prepare: async (seed) => {
      const workspace = await createRequesterWorkspace(seed);
      return { startPath: (await workspace.send(taxReturn())).link };
    },
    shows: (page) => page.getByText("Okafor & Lind asks you for documents"),
  }),
  state({
    name: "link-introduction-branded",
    description: "Anna opens the link of a workspace with a logo and a colour of its own.",
    device: "phone",
    prepare: async (seed) => {
      const { nora, request } = await sendToAnna(seed);
      const { workspace_id: workspace } = unwrap(
        await nora.client.from("requests").select("workspace_id").eq("id", request.id).single(),
      );
      const branding = { accent: "#1f4e8c", logo: logo().toString("base64") };
      unwrap(await nora.client.rpc("set_workspace_branding", { workspace, ...branding }));
      return { startPath: request.link };
    },
    shows: (page) => page.getByText("Okafor & Lind asks you for documents"),
  }),
  state({
    name: "link-not-found",
    description: "A request link that is wrong, was replaced or belongs to a cancelled request.",
    device,
    prepare: async () => ({ startPath: unknownLink }),
    shows: (page) => page.getByRole("heading", { name: "This link doesn’t work" }),
  }),
  state({
    name: "link-other-address",
    description: "Sofia opens a link that was sent to another person.",
    device,
    prepare: async (seed) => {
      const workspace = await createRequesterWorkspace(seed);
      const { link } = await workspace.send(taxReturn());
      return { startPath: link, as: await seed.signIn(sofia, "phone") };
    },
    shows: (page) => page.getByRole("heading", { name: "This was sent to another address" }),
  }),
  state({
    name: "checklist-fresh",
    description: "Anna has opened the link; all items are missing.",
    device,
    prepare: seenByAnna(sendToAnna),
    shows: (page) => page.getByText("3 items left"),
  }),
  state({
    name: "checklist-partly",
    description: "Anna has uploaded two files for the first of three items.",
    device,
    prepare: seenByAnna(annaStarted),
    shows: (page) => page.getByText("2 items left"),
  }),
  state({
    name: "checklist-waiting",
    description: "Anna has sent everything; nothing is reviewed yet.",
    device,
    prepare: seenByAnna(annaAnswered),
    shows: (page) => page.getByText("Okafor & Lind is reviewing what you sent.", { exact: false }),
  }),
  state({
    name: "checklist-returned",
    description: "One of Anna's items is returned with a reason, and one is accepted.",
    device,
    prepare: seenByAnna(noraReviewed),
    shows: (page) => page.getByText("Page 2 is cut off.", { exact: false }),
  }),
  state({
    name: "checklist-in-part",
    description: "One of Anna's two files is returned, and one document was received another way.",
    device,
    prepare: seenByAnna(noraDecidedInPart),
    shows: (page) => page.getByText("Page 2 is cut off.", { exact: false }),
  }),
  state({
    name: "checklist-kinds",
    description: "Items of every kind in two sections, answered except for two.",
    device,
    prepare: seenByAnna(annaAnsweredEveryKind),
    shows: (page) => page.getByText("2 items left"),
  }),
  state({
    name: "checklist-example",
    description: "Anna looks at an example of the bank statement that Nora asks for.",
    device,
    prepare: seenByAnna(async (seed) => {
      const scene = await sendToAnna(seed);
      await scene.request.addExample("Bank statement", photo("like this.png"));
      return scene;
    }),
    steps: async (page) => {
      await itemRow(page, "Bank statement").locator("> summary").click();
      await page.getByRole("button", { name: "See an example like this.png" }).click();
    },
    shows: (page) => page.getByRole("dialog").getByRole("img", { name: "like this.png" }),
  }),
  state({
    name: "checklist-sent-file",
    description: "Anna looks at a file that she has sent.",
    device,
    prepare: seenByAnna(annaStarted),
    steps: async (page) => {
      await itemRow(page, "Payslips").locator("> summary").click();
      await page.getByRole("button", { name: /^January\.pdf/ }).click();
    },
    shows: (page) =>
      page.getByRole("dialog", { name: "January.pdf" }).getByRole("region", { name: "Page 1 of 1" }),
  }),
  state({
    name: "checklist-changed",
    description: "The title and the message were changed after Anna had opened the link.",
    device,
    prepare: seenByAnna(async (seed) => {
      const scene = await annaStarted(seed);
      await scene.request.edit({
        title: "Tax return 2026, corrected",
        message: "Sorry, the year was wrong.",
      });
      return scene;
    }),
    shows: (page) => page.getByText("Changed", { exact: true }),
  }),
  state({
    name: "checklist-done",
    description: "Everything Anna sent is accepted.",
    device,
    prepare: seenByAnna(allAccepted),
    shows: (page) => page.getByText("Okafor & Lind has accepted everything they need."),
  }),
  state({
    name: "checklist-paused",
    description: "A paused request, which Anna can read but not add to.",
    device,
    prepare: async (seed) => {
      const { request, anna } = await annaStarted(seed);
      await request.pause();
      return { startPath: request.link, as: anna };
    },
    shows: (page) => page.getByText("Okafor & Lind has paused this request.", { exact: false }),
  }),
  state({
    name: "checklist-questions",
    description: "A question of Anna’s, with a reply that she has not read.",
    device,
    prepare: seenByAnna(questionAnswered),
    shows: (page) => page.getByText("1 unread question"),
  }),
  state({
    name: "checklist-handed",
    description: "Sofia sees the one item for which Anna asked her.",
    device,
    prepare: async (seed) => {
      const { request, sofia: helper } = await annaAskedSofia(seed);
      return { startPath: request.link, as: helper };
    },
    shows: (page) => page.getByText("Anna Lind asked you for this item from a longer request."),
  }),
  state({
    name: "inbox-handed",
    description: "Sofia's list has the request of which she was asked for one item.",
    device,
    prepare: async (seed) => {
      const { sofia: helper } = await annaAskedSofia(seed);
      return { startPath: pages.inbox.href(), as: helper };
    },
    shows: (page) => page.getByText("1 item left"),
  }),
  state({
    name: "checklist-closed",
    description: "A request that was closed while something was missing.",
    device,
    prepare: async (seed) => {
      const { request, anna } = await annaStarted(seed);
      await request.close();
      return { startPath: request.link, as: anna };
    },
    shows: (page) => page.getByText("Okafor & Lind has closed this request.", { exact: false }),
  }),
  state({
    name: "checklist-cancelled",
    description: "A request that was cancelled after Anna uploaded something.",
    device,
    prepare: async (seed) => {
      const { request, anna } = await annaStarted(seed);
      await request.cancel();
      return { startPath: pages.inboxRequest.href({ id: request.id }), as: anna };
    },
    shows: (page) => page.getByText("Okafor & Lind has cancelled this request.", { exact: false }),
  }),
  state({
    name: "checklist-overdue",
    description: "All three of Joel's items are overdue.",
    device,
    prepare: async (seed) => {
      const workspace = await createRequesterWorkspace(seed);
      const request = await workspace.send(mortgage());
      const person = await seed.signIn(joel, "phone");
      await request.join(person);
      return { startPath: request.link, as: person };
    },
    shows: (page) => page.getByText("3 items left"),
  }),
  state({
    name: "checklist-in-inbox",
    description: "A checklist opened from the list of Anna's requested items, on a desktop.",
    prepare: async (seed) => {
      const { request, anna } = await annaStarted(seed);
      return { startPath: pages.inboxRequest.href({ id: request.id }), as: anna };
    },
    shows: (page) => page.getByText("2 items left"),
  }),
  state({
    name: "checklist-not-found",
    description: "A checklist that doesn't exist or isn't for this person.",
    device,
    prepare: async (seed) => ({
      startPath: pages.inboxRequest.href({ id: "00000000-0000-4000-8000-00000000abcd" }),
      as: (await sendToAnna(seed)).anna,
    }),
    shows: (page) => page.getByText("Nothing here for you"),
  }),
  state({
    name: "inbox-filled",
    description: "Requests from Anna's point of view: one with items left, one done and one cancelled.",
    device,
    prepare: async (seed) => {
      const { send, request, anna } = await annaStarted(seed);
      const done = await send({
        ...taxReturn(),
        title: "Tax return 2025",
        items: taxReturn().items.slice(2, 3),
      });
      await done.join(anna);
      await done.answer("Tax number", "12 345 678 901");
      await done.accept("Tax number");
      const cancelled = await send({ ...taxReturn(), title: "Tax return 2024" });
      await cancelled.join(anna);
      await cancelled.cancel();
      await request.returnItem("Payslips", "March is missing.");
      return { startPath: pages.inbox.href(), as: anna };
    },
    shows: (page) => page.getByRole("heading", { name: "Tax return 2024" }),
  }),
  state({
    name: "inbox-empty",
    description: "Sofia has no requests.",
    device,
    prepare: async (seed) => ({ startPath: pages.inbox.href(), as: await seed.signIn(sofia, "phone") }),
    shows: (page) => page.getByText("No requests for you"),
  }),
];
