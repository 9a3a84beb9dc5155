import { pages } from "@sheaf/contract/pages";
import type { Flow } from "../flow.ts";
import { state } from "../state.ts";
import { mortgage, taxReturn } from "../seed/drafts.ts";
import { createRequesterWorkspace } from "../seed/requester-workspace.ts";
import { allAccepted, busyWorkspace, sharedWorkspace } from "../seed/scenes.ts";

const inBusyOffice =
  (address: { filter?: string; q?: string } = {}): Flow["prepare"] =>
  async (seed) => ({ startPath: pages.requests.href(address), as: (await busyWorkspace(seed)).nora });

/** The list of requests and the editor. */
export const requestsStates: readonly Flow[] = [
  state({
    name: "requests-filled",
    description: "The list of a workspace with something for every filter. All five filters are on the tape.",
    prepare: inBusyOffice(),
    steps: async (page) => {
      for (const [filter, title] of [
        ["To review", "Tax return 2026"],
        ["Overdue", "Mortgage application"],
        ["Drafts", "Rental contract, second floor"],
        ["Done", "New hire: right to work"],
        ["Open", "Mortgage application"],
      ] as const) {
        await page.getByRole("link", { name: new RegExp(`^${filter}`) }).click();
        await page.getByRole("link", { name: title }).waitFor();
      }
    },
    shows: (page) => page.getByRole("link", { name: "Tax return 2026" }),
  }),
  state({
    name: "requests-review",
    description: "The list of requests to review.",
    prepare: inBusyOffice({ filter: "review" }),
    shows: (page) => page.getByRole("link", { name: "Tax return 2026" }),
  }),
  state({
    name: "requests-overdue",
    description: "The list of overdue requests.",
    prepare: inBusyOffice({ filter: "overdue" }),
    shows: (page) => page.getByRole("link", { name: "Mortgage application" }),
  }),
  state({
    name: "requests-drafts",
    description: "The list of drafts.",
    prepare: inBusyOffice({ filter: "drafts" }),
    shows: (page) => page.getByRole("link", { name: "Rental contract, second floor" }),
  }),
  state({
    name: "requests-done",
    description: "The list of requests that are done.",
    prepare: inBusyOffice({ filter: "done" }),
    shows: (page) => page.getByRole("link", { name: "New hire: right to work" }),
  }),
  state({
    name: "requests-archived",
    description: "The list of archived requests.",
    prepare: async (seed) => {
      const { request, nora } = await allAccepted(seed);
      await request.archive();
      return { startPath: pages.requests.href({ filter: "archived" }), as: nora };
    },
    shows: (page) => page.getByRole("link", { name: "Tax return 2026" }),
  }),
  state({
    name: "requests-searched",
    description: "A search that finds one request by the recipient's name.",
    prepare: inBusyOffice({ q: "Joel" }),
    shows: (page) => page.getByRole("link", { name: "Mortgage application" }),
  }),
  state({
    name: "requests-shared",
    description:
      "The list of a workspace with a colleague and tags. “Mine”, the requests of Idris and those tagged “Private client” are on the tape, in this order.",
    prepare: async (seed) => ({ startPath: pages.requests.href(), as: (await sharedWorkspace(seed)).nora }),
    steps: async (page) => {
      const mortgage = page.getByRole("link", { name: "Mortgage application" });
      const tax = page.getByRole("link", { name: "Tax return 2026" });
      await page.getByRole("button", { name: "Mine" }).click();
      await mortgage.waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Assignee", exact: true }).click();
      await page.getByRole("menuitemradio", { name: "Idris Lind" }).click();
      await tax.waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Clear the filter Assignee: Idris Lind" }).click();
      // The list is read here, however fast these steps go.
      await tax.waitFor();
      await page.getByRole("button", { name: "Tag", exact: true }).click();
      await page.getByRole("menuitemradio", { name: "Private client" }).click();
      await page.getByRole("button", { name: "Clear the filter Tag: Private client" }).waitFor();
      await tax.waitFor();
    },
    shows: (page) => page.getByRole("link", { name: "Tax return 2026" }),
  }),
  state({
    name: "requests-search-empty",
    description: "A search that finds nothing.",
    prepare: inBusyOffice({ q: "nothing like it" }),
    shows: (page) => page.getByText("No matching requests"),
  }),
  state({
    name: "requests-empty",
    description: "The list of a workspace without requests.",
    prepare: async (seed) => ({ startPath: "/requests", as: (await createRequesterWorkspace(seed)).nora }),
    shows: (page) => page.getByText("No open requests"),
  }),
  state({
    name: "new-request",
    description: "A new, empty request.",
    prepare: async (seed) => ({
      startPath: "/requests/new",
      as: (await createRequesterWorkspace(seed)).nora,
    }),
    shows: (page) => page.getByLabel("Title", { exact: true }),
  }),
  state({
    name: "templates-filled",
    description: "The templates of a workspace.",
    prepare: async (seed) => {
      const workspace = await createRequesterWorkspace(seed);
      await workspace.template(mortgage(), 14);
      await workspace.template(taxReturn(), 21);
      return { startPath: pages.templates.href(), as: workspace.nora };
    },
    shows: (page) => page.getByRole("article", { name: "Tax return 2026" }),
  }),
  state({
    name: "templates-empty",
    description: "The templates of a workspace without any.",
    prepare: async (seed) => ({
      startPath: pages.templates.href(),
      as: (await createRequesterWorkspace(seed)).nora,
    }),
    shows: (page) => page.getByText("No templates yet"),
  }),
  state({
    name: "template-edited",
    description: "A template in the editor.",
    prepare: async (seed) => {
      const workspace = await createRequesterWorkspace(seed);
      const id = await workspace.template(taxReturn(), 21);
      return { startPath: pages.template.href({ id }), as: workspace.nora };
    },
    shows: (page) => page.getByRole("button", { name: "Save template" }),
  }),
];
