import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { sendToAnna } from "../seed/scenes.ts";

const inTwoWeeks = () => new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10);

export const datePromised: Flow = {
  name: "date-promised",
  description:
    "Anna says by when she will have the rest, then wants no email about the request, then wants it again.",
  device: "phone",
  prepare: async (seed) => {
    const { request, anna } = await sendToAnna(seed);
    return { startPath: request.link, as: anna };
  },
  run: async (page) => {
    await page.getByRole("button", { name: "I’ll have it by…" }).click();
    const dialog = page.getByRole("dialog", { name: "Need more time?" });
    await dialog.getByLabel("I’ll have it by").fill(inTwoWeeks());
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("You’ll have the rest by")).toBeVisible();
    await page.getByRole("button", { name: "Change" }).click();
    await dialog.getByRole("button", { name: "Stop email about this request" }).click();
    await expect(page.getByText("You get no email about this request.")).toBeVisible();
    await page.getByRole("button", { name: "Get email again" }).click();
    await expect(page.getByRole("button", { name: "Change" })).toBeVisible();
  },
};
