import { pages } from "@sheaf/contract/pages";
import type { Flow } from "../flow.ts";
import { state } from "../state.ts";
import { openOffice } from "../world/office.ts";
import { busyOffice } from "../world/scenes.ts";

const inBusyOffice =
  (address: { filter?: string; q?: string } = {}): Flow["prepare"] =>
  async (world) => ({ opens: pages.requests.href(address), as: (await busyOffice(world)).nora });

/** The list of requests, and the editor. */
export const requestsStates: readonly Flow[] = [
  state({
    name: "requests-filled",
    says: "The list of a workspace with something for every filter: whoever tries them all finds each on the tape.",
    prepare: inBusyOffice(),
    steps: async (page) => {
      for (const [filter, title] of [
        ["To review", "Tax return 2026"],
        ["Overdue", "Mortgage application"],
        ["Drafts", "Rental contract, second floor"],
        ["Done", "New hire: right to work"],
        ["Open", "Mortgage application"],
      ] as const) {
        await page.getByRole("link", { name: filter }).click();
        await page.getByRole("link", { name: title }).waitFor();
      }
    },
    shows: (page) => page.getByRole("link", { name: "Tax return 2026" }),
  }),
  state({
    name: "requests-review",
    says: "The requests in which something waits to be looked at.",
    prepare: inBusyOffice({ filter: "review" }),
    shows: (page) => page.getByRole("link", { name: "Tax return 2026" }),
  }),
  state({
    name: "requests-overdue",
    says: "The requests that are late.",
    prepare: inBusyOffice({ filter: "overdue" }),
    shows: (page) => page.getByRole("link", { name: "Mortgage application" }),
  }),
  state({
    name: "requests-drafts",
    says: "The requests that were kept and not sent.",
    prepare: inBusyOffice({ filter: "drafts" }),
    shows: (page) => page.getByRole("link", { name: "Rental contract, second floor" }),
  }),
  state({
    name: "requests-done",
    says: "The requests in which everything is accepted.",
    prepare: inBusyOffice({ filter: "done" }),
    shows: (page) => page.getByRole("link", { name: "New hire: right to work" }),
  }),
  state({
    name: "requests-searched",
    says: "A search that finds one request by the name of a recipient.",
    prepare: inBusyOffice({ q: "Joel" }),
    shows: (page) => page.getByRole("link", { name: "Mortgage application" }),
  }),
  state({
    name: "requests-search-empty",
    says: "A search that finds nothing.",
    prepare: inBusyOffice({ q: "nothing like it" }),
    shows: (page) => page.getByText("No request matches"),
  }),
  state({
    name: "requests-empty",
    says: "The list of a workspace in which nobody has asked for anything yet.",
    prepare: async (world) => ({ opens: "/requests", as: (await openOffice(world)).nora }),
    shows: (page) => page.getByText("Nothing is open"),
  }),
  state({
    name: "new-request",
    says: "A new request, with nothing written yet.",
    prepare: async (world) => ({ opens: "/requests/new", as: (await openOffice(world)).nora }),
    shows: (page) => page.getByLabel("What is it for?"),
  }),
];
