import { truncate, writeFile } from "node:fs/promises";
import { describeError } from "@sheaf/contract/errors/describe-error";
import { limits } from "@sheaf/contract/limits";
import { addFiles, expectArrived, expectUploadProblem } from "../fixtures/checklist.ts";
import { pdf, rawFile } from "../fixtures/documents.ts";
import { expect, test } from "../fixtures/test.ts";

const script = "<script>document.title = 'owned'</script>";

test("files that are empty, too large, oddly named or meant to run do no harm", async ({
  seedSentRequest,
}, testInfo) => {
  const { requesterPage, recipientPage } = await seedSentRequest({
    items: ["Passport", "Payslips", "Identity card"],
  });

  await test.step("an empty file and a file over the size limit are rejected before upload", async () => {
    await addFiles(recipientPage, "Passport", [rawFile("empty.pdf", "application/pdf", "")]);
    await expectUploadProblem(recipientPage, "Passport", describeError("file.empty").what);
    for (const [name, start, size] of [
      ["large.pdf", "%PDF-1.7\n", limits.fileBytes + 1],
      ["huge.jpg", "\u00ff\u00d8\u00ff", 1_000_000_000],
    ] as const) {
      const path = testInfo.outputPath(name);
      await writeFile(path, start, "latin1");
      await truncate(path, size);
      await addFiles(recipientPage, "Passport", path);
      const row = recipientPage.getByRole("list", { name: "Uploads for Passport" }).getByRole("listitem");
      await expect(row.filter({ hasText: name })).toContainText("The limit is 50 MB.");
    }
    await expect(recipientPage.getByText("3 items left")).toBeVisible();
    await expect(requesterPage.getByRole("link", { name: /\.(pdf|jpg)$/ })).toHaveCount(0);
  });

  await test.step("HTML and images with scripts are stored as plain files and never run", async () => {
    await addFiles(recipientPage, "Identity card", [
      rawFile("passport.html", "text/html", `<!doctype html>${script}`),
      rawFile("passport.png", "image/png", `<!doctype html>${script}`),
    ]);
    await recipientPage.getByRole("button", { name: "Send anyway: passport.png" }).click();
    const sentTypes = new Set<string | undefined>();
    requesterPage.on("response", (response) => {
      if (response.url().includes("/storage/v1/object/")) sentTypes.add(response.headers()["content-type"]);
    });
    for (const name of ["passport.html", "passport.png"]) {
      await expectArrived(recipientPage, "Identity card", name);
      await requesterPage.getByRole("link", { name, exact: true }).click();
      const shown = requesterPage.getByRole("region", { name, exact: true });
      await expect(shown.getByRole("button", { name: "Download" })).toBeVisible();
      await expect(shown.getByRole("img")).toHaveCount(0);
      await expect(shown.locator("iframe")).toHaveCount(0);
      await requesterPage.getByRole("button", { name: "Close the review" }).click();
    }
    expect([...sentTypes]).toEqual(["application/octet-stream"]);
    await expect(requesterPage).not.toHaveTitle("owned");
  });

  await test.step("unsafe characters are removed from file names, and names in any script are preserved", async () => {
    const { buffer } = await pdf("any");
    const names = {
      [`${"n".repeat(296)}.pdf`]: `${"n".repeat(limits.fileNameLength - 4)}.pdf`,
      "invoice\u202Efdp.exe.pdf": "invoicefdp.exe.pdf",
      "Führerschein 身分証 🪪.pdf": "Führerschein 身分証 🪪.pdf",
    };
    for (const [index, [given, kept]] of Object.entries(names).entries()) {
      await addFiles(recipientPage, "Payslips", [{ name: given, mimeType: "application/pdf", buffer }]);
      // All have the same content, so the page asks, and names the first, whose name it breaks into lines.
      if (index > 0) await recipientPage.getByRole("button", { name: `Send anyway: ${kept}` }).click();
      await expectArrived(recipientPage, "Payslips", kept);
      await expect(requesterPage.getByRole("link", { name: kept, exact: true })).toBeVisible();
    }
    await expect(recipientPage.getByText(/^Identical to n+\.pdf in/)).toHaveCount(2);
    for (const page of [recipientPage, requesterPage]) {
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
    }
  });
});
