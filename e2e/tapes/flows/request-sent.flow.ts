import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { openOffice } from "../world/office.ts";
import { anna } from "../world/people.ts";

const lines = ["Payslips", "Bank statement", "Proof of address"];

export const requestSent: Flow = {
  name: "request-sent",
  says: "Nora writes the request “Tax return 2026” to anna@lind.example, with the items “Payslips”, “Bank statement” and “Proof of address”, sends it, and has its link.",
  device: "desk",
  prepare: async (world) => ({ opens: "/requests/new", as: (await openOffice(world)).nora }),
  walk: async (page) => {
    await page.getByLabel("What is it for?").fill("Tax return 2026");
    await page.getByLabel("Who has the documents?").fill(anna.email);
    await page.keyboard.press("Enter");
    for (const line of lines) {
      await page.getByLabel("Add a line").fill(line);
      await page.keyboard.press("Enter");
    }
    await page.getByRole("button", { name: "Send request" }).click();
    const dialog = page.getByRole("dialog", { name: "Your request is open" });
    await expect(dialog.getByLabel("Link")).toHaveValue(/\/r\//);
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(page.getByText("0 of 3 accepted").first()).toBeVisible();
  },
};
