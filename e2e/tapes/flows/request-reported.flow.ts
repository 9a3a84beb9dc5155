import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { sendToAnna } from "../seed/scenes.ts";

export const requestReported: Flow = {
  name: "request-reported",
  description: "Anna reports a request with the note “They ask for my PIN.”",
  device: "phone",
  prepare: async (seed) => {
    const { request, anna } = await sendToAnna(seed);
    return { startPath: request.link, as: anna };
  },
  run: async (page) => {
    await page.getByRole("button", { name: "Report this request" }).click();
    const dialog = page.getByRole("dialog", { name: "Report this request?" });
    await dialog.getByLabel(/What is wrong/).fill("They ask for my PIN.");
    await dialog.getByRole("button", { name: "Report", exact: true }).click();
    await expect(page.getByText(/^You reported this request/)).toBeVisible();
  },
};
