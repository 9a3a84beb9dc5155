import { pages } from "@sheaf/contract/pages";
import type { Flow } from "../flow.ts";
import { state } from "../state.ts";
import { sentToMany } from "../seed/scenes.ts";

/** A template for many people. */
export const manyStates: readonly Flow[] = [
  state({
    name: "many-people",
    description:
      "The list of people for a template, one click away. Any list can be read, mapped and mended; sending it is not on the tape.",
    prepare: async (seed) => ({ startPath: pages.many.href(), as: (await sentToMany(seed)).nora }),
    steps: async (page) => {
      await page.getByRole("region", { name: "Which template?" }).getByRole("link").click();
      await page
        .getByLabel("Or paste rows from a spreadsheet")
        .fill("Name\tEmail\nAna Duarte\tana@duarte.example\nJoel Tamm\t");
      await page.getByRole("button", { name: "Use these rows" }).click();
    },
    shows: (page) => page.getByText("No email address"),
  }),
  state({
    name: "many-sending",
    description:
      "A template on its way to five people: one can’t be emailed, two were, one email is leaving, one waits. All tabs are on the tape, in their order.",
    prepare: async (seed) => {
      const { nora, job } = await sentToMany(seed);
      return { startPath: pages.bulk.href({ id: job }), as: nora };
    },
    steps: async (page) => {
      await page.getByRole("article", { name: "Sofia Brandt" }).waitFor();
      await page.getByRole("link", { name: "Needs you" }).click();
      await page.getByText("We can’t email this address").waitFor();
      await page.getByRole("link", { name: "Sent" }).click();
      await page.getByRole("article", { name: "Anna Lind" }).waitFor();
      await page.getByRole("link", { name: "Waiting" }).click();
      await page.getByRole("article", { name: "Ines Roy" }).waitFor();
      await page.getByRole("link", { name: /^All/ }).click();
    },
    shows: (page) => page.getByRole("article", { name: "Sofia Brandt" }),
  }),
];
