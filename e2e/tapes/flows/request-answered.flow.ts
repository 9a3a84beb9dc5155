import { addFiles, expectArrived } from "../../fixtures/checklist.ts";
import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { typeMailedCode } from "../hands/mailed.ts";
import { pdf, photo } from "../world/documents.ts";
import { taxReturn } from "../world/drafts.ts";
import { openOffice } from "../world/office.ts";
import { anna } from "../world/people.ts";

export const requestAnswered: Flow = {
  name: "request-answered",
  says: "Anna opens the link on her phone, signs in with a code, adds a PDF of a payslip and then a PNG of the statement, and answers “12 345 678 901”: nothing is missing.",
  device: "phone",
  prepare: async (world) => {
    const office = await openOffice(world);
    const { link } = await office.ask(taxReturn());
    return { opens: link };
  },
  walk: async (page, hands) => {
    await expect(page.getByText("Okafor & Lind asks you for documents")).toBeVisible();
    await typeMailedCode(page, hands, anna.email);
    await expect(page.getByText("3 things left")).toBeVisible();
    await addFiles(page, "Payslips", [await pdf("January.pdf")]);
    await expectArrived(page, "Payslips", "January.pdf");
    await addFiles(page, "Bank statement", [photo("statement.png")]);
    await expectArrived(page, "Bank statement", "statement.png");
    await page.getByLabel("Your answer to Tax number").fill("12 345 678 901");
    await page.getByRole("button", { name: "Send answer to Tax number" }).click();
    await expect(page.getByText("Nothing is missing", { exact: false })).toBeVisible();
  },
};
