import { pages } from "@sheaf/contract/pages";
import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { photo } from "../seed/documents.ts";
import { annaStarted } from "../seed/scenes.ts";

export const exampleAdded: Flow = {
  name: "example-added",
  description: "Nora adds a picture to the bank statement as an example, looks at it and removes it again.",
  device: "desk",
  prepare: async (seed) => {
    const { request, nora } = await annaStarted(seed);
    return { startPath: pages.editRequest.href({ id: request.id }), as: nora };
  },
  run: async (page) => {
    await page.getByRole("button", { name: "Edit Bank statement" }).click();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Add an example" }).click();
    await (await chooser).setFiles([photo("like this.png")]);
    await page.getByRole("button", { name: "like this.png", exact: true }).click();
    await expect(page.getByRole("dialog").getByRole("img", { name: "like this.png" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Remove like this.png" }).click();
    await page.getByRole("button", { name: "Remove example" }).click();
    await expect(page.getByText("like this.png was removed.")).toBeVisible();
  },
};
