import { pages } from "@sheaf/contract/pages";
import { readDownload, withoutSavePicker } from "../../fixtures/downloads.ts";
import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { allIsAccepted } from "../world/scenes.ts";

export const requestDownloaded: Flow = {
  name: "request-downloaded",
  says: "Nora takes everything home as one zip.",
  device: "desk",
  prepare: async (world) => {
    const { asked, nora } = await allIsAccepted(world);
    return { opens: pages.request.href({ id: asked.id }), as: nora };
  },
  walk: async (page) => {
    await expect(page.getByText("Done", { exact: true })).toBeVisible();
    await withoutSavePicker(page);
    const zip = await readDownload(page, () => page.getByRole("button", { name: "Download all" }).click());
    expect(zip.length).toBeGreaterThan(1000);
    await expect(page.getByRole("dialog", { name: "Everything is saved" })).toBeVisible();
  },
};
