import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { createRequesterWorkspace } from "../seed/requester-workspace.ts";
import { anna } from "../seed/people.ts";

const lines = ["Payslips", "Bank statement", "Proof of address"];

export const requestSent: Flow = {
  name: "request-sent",
  description:
    "Nora writes the request “Tax return 2026” to anna@lind.example, with the items “Payslips”, “Bank statement” and “Proof of address”, and sends it. Sheaf emails the link.",
  device: "desk",
  prepare: async (seed) => ({ startPath: "/requests/new", as: (await createRequesterWorkspace(seed)).nora }),
  run: async (page) => {
    await page.getByLabel("Title", { exact: true }).fill("Tax return 2026");
    await page.getByLabel("Recipients").fill("Anna");
    // The suggestions for it are there.
    await page.getByRole("option", { name: "as a new person", selected: true }).waitFor();
    await page.getByLabel("Recipients").fill(anna.email);
    await page.keyboard.press("Enter");
    for (const line of lines) {
      await page.getByLabel("Add an item").fill(line);
      await page.keyboard.press("Enter");
    }
    await page.getByRole("button", { name: "Send request" }).click();
    await expect(page.getByText("Request sent. We’re emailing the link.")).toBeVisible();
    await expect(page.getByText("0 of 3 accepted").first()).toBeVisible();
  },
};
