import { pages } from "@sheaf/contract/pages";
import type { Flow } from "../flow.ts";
import { state } from "../state.ts";
import { rental, taxReturn } from "../seed/drafts.ts";
import { createRequesterWorkspace } from "../seed/requester-workspace.ts";
import {
  allAccepted,
  annaAnswered,
  annaAnsweredEveryKind,
  annaAskedSofia,
  annaSentHeic,
  annaStarted,
  type AnnaRequest,
  noraDecidedInPart,
  noraReviewed,
  questionAnswered,
} from "../seed/scenes.ts";
import { unwrap } from "../../seed/unwrap.ts";
import type { SeedData } from "../seed/seed-data.ts";

/** Any id that no request has. */
const unknownId = "00000000-0000-4000-8000-00000000abcd";

const seenByNora =
  (scene: (seed: SeedData) => Promise<Pick<AnnaRequest, "request" | "nora">>): Flow["prepare"] =>
  async (seed) => {
    const { request, nora } = await scene(seed);
    return { startPath: pages.request.href({ id: request.id }), as: nora };
  };

/** One request, as the requester sees it. */
export const requestStates: readonly Flow[] = [
  state({
    name: "request-draft",
    description: "A saved draft.",
    prepare: async (seed) => {
      const workspace = await createRequesterWorkspace(seed);
      return {
        startPath: pages.editRequest.href({ id: await workspace.draft(rental()) }),
        as: workspace.nora,
      };
    },
    shows: (page) => page.getByRole("button", { name: "Edit Identity document" }),
  }),
  state({
    name: "request-fresh",
    description: "A request that was sent; nothing has arrived.",
    prepare: seenByNora(async (seed) => {
      const workspace = await createRequesterWorkspace(seed);
      return { ...workspace, request: await workspace.send(taxReturn()) };
    }),
    shows: (page) => page.getByText("0 of 3 required accepted").first(),
  }),
  state({
    name: "request-repeats",
    description: "A request that was sent and repeats every month. Changing that is not on the tape.",
    prepare: seenByNora(async (seed) => {
      const workspace = await createRequesterWorkspace(seed);
      const request = await workspace.send(taxReturn());
      const inThirtyDays = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString().slice(0, 10);
      unwrap(
        await workspace.nora.client.rpc("repeat_request", {
          request: request.id,
          every: "month",
          first_on: inThirtyDays,
        }),
      );
      return { ...workspace, request };
    }),
    steps: (page) => page.getByText("Settings of this request", { exact: true }).click(),
    shows: (page) => page.getByRole("button", { name: "Skip this one" }),
  }),
  state({
    name: "request-partly",
    description: "A request with two files uploaded and the rest missing.",
    prepare: seenByNora(annaStarted),
    shows: (page) => page.getByRole("link", { name: "February.pdf" }),
  }),
  state({
    name: "request-questions",
    description: "A question about an item with a reply, and a note for members.",
    prepare: seenByNora(questionAnswered),
    shows: (page) => page.getByText("She called about this on Tuesday."),
  }),
  state({
    name: "request-handed",
    description: "Sofia was asked by Anna for one item, which both sides see.",
    prepare: seenByNora(annaAskedSofia),
    shows: (page) => page.getByText("Sofia Brandt was asked for this by Anna Lind."),
  }),
  state({
    name: "request-waiting",
    description: "A request with everything submitted and nothing reviewed.",
    prepare: seenByNora(annaAnswered),
    shows: (page) => page.getByRole("link", { name: "Review 3" }),
  }),
  state({
    name: "request-returned",
    description: "A request with one item accepted, one returned with a reason and one to review.",
    prepare: seenByNora(noraReviewed),
    shows: (page) => page.getByText("Page 2 is cut off.", { exact: false }).first(),
  }),
  state({
    name: "request-in-part",
    description: "A request with one file kept and one returned, and one document received another way.",
    prepare: seenByNora(noraDecidedInPart),
    shows: (page) => page.getByText("Page 2 is cut off.", { exact: false }).first(),
  }),
  state({
    name: "request-kinds",
    description: "A request with an item of every kind in two sections, answered except for one.",
    prepare: seenByNora(annaAnsweredEveryKind),
    shows: (page) => page.getByRole("button", { name: "Accept Date of birth" }),
  }),
  state({
    name: "request-done",
    description: "A request with all required items accepted.",
    prepare: seenByNora(allAccepted),
    shows: (page) => page.getByText("Done", { exact: true }),
  }),
  state({
    name: "request-history",
    description: "The whole history of a request, verified.",
    prepare: seenByNora(allAccepted),
    steps: (page) => page.getByRole("button", { name: "Full history" }).click(),
    shows: (page) => page.getByText(/^History verified up to/),
  }),
  state({
    name: "request-paused",
    description: "A paused request. Press Resume, and it takes files again.",
    prepare: seenByNora(async (seed) => {
      const scene = await annaStarted(seed);
      await scene.request.pause();
      return scene;
    }),
    steps: (page) => page.getByRole("button", { name: "Resume" }).click(),
    shows: (page) => page.getByText("Request resumed"),
  }),
  state({
    name: "request-closed",
    description: "A request that was closed with items missing.",
    prepare: seenByNora(async (seed) => {
      const scene = await annaStarted(seed);
      await scene.request.close();
      return scene;
    }),
    shows: (page) => page.getByText(/^Closed, \d+ missing$/),
  }),
  state({
    name: "request-cancelled",
    description: "A request that was cancelled after files had arrived.",
    prepare: seenByNora(async (seed) => {
      const scene = await annaStarted(seed);
      await scene.request.cancel();
      return scene;
    }),
    shows: (page) => page.getByText("Cancelled", { exact: true }),
  }),
  state({
    name: "request-not-found",
    description: "A request that doesn't exist or isn't for this person.",
    prepare: async (seed) => ({
      startPath: pages.request.href({ id: unknownId }),
      as: (await createRequesterWorkspace(seed)).nora,
    }),
    shows: (page) => page.getByRole("link", { name: "Go to your requests" }),
  }),
  state({
    name: "review-picture",
    description: "A large view of an uploaded picture: open statement.png.",
    prepare: seenByNora(annaAnswered),
    steps: (page) => page.getByRole("link", { name: "statement.png" }).click(),
    shows: (page) => page.getByRole("img", { name: "statement.png" }),
  }),
  state({
    name: "review-pdf",
    description: "A large view of an uploaded PDF: open January.pdf.",
    prepare: seenByNora(annaAnswered),
    steps: (page) => page.getByRole("link", { name: "January.pdf" }).click(),
    shows: (page) => page.getByRole("region", { name: "Page 1 of 1" }).locator("canvas"),
  }),
  state({
    name: "review-heic",
    description: "A photo that the browser can’t decode by itself: open statement.heic.",
    prepare: seenByNora(annaSentHeic),
    steps: (page) => page.getByRole("link", { name: "statement.heic" }).click(),
    shows: (page) => page.getByRole("img", { name: "statement.heic" }),
  }),
];
