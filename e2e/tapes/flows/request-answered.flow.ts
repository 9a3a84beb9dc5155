import { addFiles, expectArrived } from "../../fixtures/checklist.ts";
import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { enterEmailedCode } from "../user-inputs/email-steps.ts";
import { pdf, photo } from "../seed/documents.ts";
import { taxReturn } from "../seed/drafts.ts";
import { createRequesterWorkspace } from "../seed/requester-workspace.ts";
import { anna } from "../seed/people.ts";

export const requestAnswered: Flow = {
  name: "request-answered",
  description:
    "Anna opens the link on her phone, signs in with a code, adds a PDF of a payslip and then a PNG of the statement, and answers “12 345 678 901”: nothing required is missing.",
  device: "phone",
  prepare: async (seed) => {
    const workspace = await createRequesterWorkspace(seed);
    const { link } = await workspace.send(taxReturn());
    return { startPath: link };
  },
  run: async (page, inputs) => {
    await expect(page.getByText("Okafor & Lind asks you for documents")).toBeVisible();
    await enterEmailedCode(page, inputs, anna.email);
    await expect(page.getByText("3 items left")).toBeVisible();
    await addFiles(page, "Payslips", [await pdf("January.pdf")]);
    await expectArrived(page, "Payslips", "January.pdf");
    await addFiles(page, "Bank statement", [photo("statement.png")]);
    await expectArrived(page, "Bank statement", "statement.png");
    await page.getByLabel("Your answer to Tax number").fill("12 345 678 901");
    await page.getByRole("button", { name: "Send answer to Tax number" }).click();
    await expect(page.getByRole("heading", { name: "You’re done" })).toBeVisible();
  },
};
