import { pages } from "@sheaf/contract/pages";
import type { Flow } from "../flow.ts";
import { state } from "../state.ts";
import { createRequesterWorkspace } from "../seed/requester-workspace.ts";
import { busyWorkspace, questionAnswered } from "../seed/scenes.ts";

/** The people of a workspace. */
export const peopleStates: readonly Flow[] = [
  state({
    name: "people-waiting",
    description:
      "People with something left. All three lists, a search for Joel and an export are on the tape, in this order.",
    prepare: async (seed) => ({ startPath: pages.people.href(), as: (await busyWorkspace(seed)).nora }),
    steps: async (page) => {
      await page.getByRole("article", { name: "Anna Lind" }).waitFor();
      await page.getByRole("link", { name: "Everyone" }).click();
      await page.getByRole("article", { name: "Sofia Brandt" }).waitFor();
      await page.getByRole("link", { name: "Can’t be emailed" }).click();
      await page.getByText("Everyone can be emailed").waitFor();
      await page.getByRole("searchbox").fill("Joel");
      await page.getByText("1 person found").waitFor();
      await page.getByRole("button", { name: "Clear search" }).click();
      await page.getByRole("link", { name: "Waiting on them" }).click();
      await page.getByRole("article", { name: "Anna Lind" }).waitFor();
      const exported = page.waitForEvent("download");
      await page.getByRole("button", { name: "Export" }).click();
      await exported;
    },
    shows: (page) => page.getByRole("article", { name: "Anna Lind" }),
  }),
  state({
    name: "people-empty",
    description: "The people of a workspace that has asked nobody yet.",
    prepare: async (seed) => ({
      startPath: pages.people.href(),
      as: (await createRequesterWorkspace(seed)).nora,
    }),
    shows: (page) => page.getByText("Nobody yet"),
  }),
  state({
    name: "person",
    description:
      "A person who answered a part of a request, one click away from the list. Typing their client is on the tape.",
    prepare: async (seed) => ({ startPath: pages.people.href(), as: (await questionAnswered(seed)).nora }),
    steps: async (page) => {
      await page.getByRole("link", { name: "Anna Lind" }).click();
      await page.getByRole("button", { name: "Edit", exact: true }).click();
      const suggested = page.waitForResponse((response) => response.url().includes("/rpc/suggest_clients"));
      await page.getByRole("combobox", { name: /^Client/ }).fill("Lind");
      await suggested;
      await page.getByRole("button", { name: "Cancel" }).click();
    },
    shows: (page) => page.getByRole("region", { name: "Open with Anna Lind" }),
  }),
];
