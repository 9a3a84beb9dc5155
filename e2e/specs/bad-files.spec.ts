import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeError } from "@sheaf/contract/errors/describe-error";
import { limits } from "@sheaf/contract/limits";
import { addFiles, expectArrived, expectRefused } from "../fixtures/checklist.ts";
import { pdf, plain } from "../fixtures/documents.ts";
import { expect, test } from "../fixtures/test.ts";

const script = "<script>document.title = 'owned'</script>";

test("an empty file and one over the limit are refused before anything is sent", async ({ ask }) => {
  const { office, mobile } = await ask({ lines: ["Passport"] });

  await addFiles(mobile, "Passport", [plain("empty.pdf", "application/pdf", "")]);
  await expectRefused(mobile, "Passport", describeError("file.empty").what);

  const folder = await mkdtemp(join(tmpdir(), "sheaf-e2e-"));
  const huge = join(folder, "huge.pdf");
  await writeFile(huge, "%PDF-1.7\n");
  await truncate(huge, limits.fileBytes + 1);
  const chooser = mobile.waitForEvent("filechooser");
  await mobile.getByRole("button", { name: "Choose files for Passport" }).click();
  await (await chooser).setFiles(huge);
  await expectRefused(mobile, "Passport", describeError("file.too_large").what);
  await rm(folder, { recursive: true });

  await expect(mobile.getByText("1 thing left")).toBeVisible();
  await expect(office.getByRole("button", { name: /\.pdf$/ })).toHaveCount(0);
});

test("hostile names arrive clean and in any language", async ({ ask }) => {
  const { office, mobile } = await ask({ lines: ["Passport"] });
  const { buffer } = await pdf("any");
  const names = {
    "a\u0001b\u007f.pdf": "ab.pdf",
    "..\\..\\windows.pdf": "....windows.pdf",
    "invoice\u202Efdp.exe.pdf": "invoicefdp.exe.pdf",
    "Führerschein 身分証 🪪.pdf": "Führerschein 身分証 🪪.pdf",
    [`${"n".repeat(296)}.pdf`]: `${"n".repeat(limits.fileNameLength - 4)}.pdf`,
  };
  await addFiles(
    mobile,
    "Passport",
    Object.keys(names).map((name) => ({ name, mimeType: "application/pdf", buffer })),
  );
  for (const name of Object.values(names)) {
    await expectArrived(mobile, "Passport", name);
    await expect(office.getByRole("button", { name, exact: true })).toBeVisible();
  }
});

test("pages and pictures with scripts are kept as plain files and never run", async ({ ask }) => {
  const { office, mobile } = await ask({ lines: ["Passport"] });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`;
  await addFiles(mobile, "Passport", [
    plain("passport.html", "text/html", `<!doctype html>${script}`),
    plain("passport.svg", "image/svg+xml", svg),
    plain("passport.png", "image/png", `<!doctype html>${script}`),
  ]);
  const sentTypes = new Set<string | undefined>();
  office.on("response", (response) => {
    if (response.url().includes("/storage/v1/object/")) sentTypes.add(response.headers()["content-type"]);
  });
  for (const name of ["passport.html", "passport.svg", "passport.png"]) {
    await expectArrived(mobile, "Passport", name);
    await office.getByRole("button", { name, exact: true }).click();
    const dialog = office.getByRole("dialog", { name });
    await expect(dialog.getByRole("button", { name: "Download" }).first()).toBeVisible();
    await expect(dialog.getByRole("img")).toHaveCount(0);
    await expect(dialog.locator("iframe")).toHaveCount(0);
    await dialog.getByRole("button", { name: "Close" }).click();
  }
  expect([...sentTypes]).toEqual(["application/octet-stream"]);
  await expect(office).not.toHaveTitle("owned");
});
