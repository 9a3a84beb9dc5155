import { pages } from "@sheaf/contract/pages";
import type { Page } from "@playwright/test";
import type { Flow } from "../flow.ts";
import { state } from "../state.ts";
import { rental, taxReturn } from "../world/drafts.ts";
import { openOffice } from "../world/office.ts";
import {
  allIsAccepted,
  annaHasAnswered,
  annaHasBegun,
  type AskedAnna,
  noraHasReviewed,
} from "../world/scenes.ts";
import type { World } from "../world/world.ts";

/** Any id that no request has. */
const nowhere = "00000000-0000-4000-8000-00000000abcd";

const seenByNora =
  (scene: (world: World) => Promise<Pick<AskedAnna, "asked" | "nora">>): Flow["prepare"] =>
  async (world) => {
    const { asked, nora } = await scene(world);
    return { opens: pages.request.href({ id: asked.id }), as: nora };
  };
const accepted = (count: number) => (page: Page) => page.getByText(`${count} of 4 accepted`).first();

/** One request, as the requester sees it. */
export const requestStates: readonly Flow[] = [
  state({
    name: "request-draft",
    says: "A request that was kept and can be written on.",
    prepare: async (world) => {
      const office = await openOffice(world);
      return { opens: pages.editRequest.href({ id: await office.draft(rental()) }), as: office.nora };
    },
    shows: (page) => page.getByRole("button", { name: "Edit Identity document" }),
  }),
  state({
    name: "request-fresh",
    says: "A request that was sent, and nothing has come in.",
    prepare: seenByNora(async (world) => {
      const office = await openOffice(world);
      return { ...office, asked: await office.ask(taxReturn()) };
    }),
    shows: accepted(0),
  }),
  state({
    name: "request-partly",
    says: "A request for which two files have come in and the rest is missing.",
    prepare: seenByNora(annaHasBegun),
    shows: (page) => page.getByRole("button", { name: "February.pdf" }),
  }),
  state({
    name: "request-waiting",
    says: "A request for which everything has come in and waits to be looked at.",
    prepare: seenByNora(annaHasAnswered),
    shows: (page) => page.getByRole("button", { name: "Review 3" }),
  }),
  state({
    name: "request-returned",
    says: "A request with one item accepted, one returned with a reason and one waiting.",
    prepare: seenByNora(noraHasReviewed),
    shows: (page) => page.getByText("Page 2 is cut off.", { exact: false }).first(),
  }),
  state({
    name: "request-done",
    says: "A request of which everything required is accepted.",
    prepare: seenByNora(allIsAccepted),
    shows: (page) => page.getByText("Done", { exact: true }),
  }),
  state({
    name: "request-cancelled",
    says: "A request that was cancelled after something had come in.",
    prepare: seenByNora(async (world) => {
      const scene = await annaHasBegun(world);
      await scene.asked.cancel();
      return scene;
    }),
    shows: (page) => page.getByText("Cancelled", { exact: true }),
  }),
  state({
    name: "request-nowhere",
    says: "The address of a request that is not there, or not for this person.",
    prepare: async (world) => ({
      opens: pages.request.href({ id: nowhere }),
      as: (await openOffice(world)).nora,
    }),
    shows: (page) => page.getByRole("link", { name: "Go to your requests" }),
  }),
  state({
    name: "review-picture",
    says: "A picture that was sent, large: open statement.png.",
    prepare: seenByNora(annaHasAnswered),
    steps: (page) => page.getByRole("button", { name: "statement.png" }).click(),
    shows: (page) => page.getByRole("dialog").getByRole("img", { name: "statement.png" }),
  }),
  state({
    name: "review-pdf",
    says: "A PDF that was sent, large: open January.pdf.",
    prepare: seenByNora(annaHasAnswered),
    steps: (page) => page.getByRole("button", { name: "January.pdf" }).click(),
    shows: (page) => page.getByRole("dialog").locator("canvas").first(),
  }),
];
