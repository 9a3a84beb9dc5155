import { pages } from "@sheaf/contract/pages";
import { readDownload, removeSavePicker } from "../../fixtures/downloads.ts";
import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { allAccepted } from "../seed/scenes.ts";

export const requestDownloaded: Flow = {
  name: "request-downloaded",
  description: "Nora downloads everything as one zip.",
  device: "desk",
  prepare: async (seed) => {
    const { request, nora } = await allAccepted(seed);
    return { startPath: pages.request.href({ id: request.id }), as: nora };
  },
  run: async (page) => {
    await expect(page.getByText("Done", { exact: true })).toBeVisible();
    await removeSavePicker(page);
    const zip = await readDownload(page, () => page.getByRole("button", { name: "Download all" }).click());
    expect(zip.length).toBeGreaterThan(1000);
    await expect(page.getByRole("dialog", { name: "Download complete" })).toBeVisible();
  },
};
