import { createHash } from "node:crypto";
import { scaled } from "@sheaf/testing/scaled";
import { unzipSync } from "fflate";
import type { Page, Route } from "@playwright/test";
import { addFiles, expectArrived, sendPdf } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { readSaved, stubSavePicker } from "../fixtures/downloads.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Person } from "../seed/person.ts";
import { unwrap } from "../seed/unwrap.ts";

// The break that is made, and Storage's answer about a deleted file.
test.use({ expectedBrowserErrors: /ERR_CONNECTION_RESET|400 .*object\/documents/ });
test.beforeEach(() => test.setTimeout(scaled(150_000)));

const content = "**/storage/v1/object/documents/**";

/** Names of the files in the folder that stands for the user's disk. */
const onDisk = (page: Page) =>
  page.evaluate(async () => {
    const names: string[] = [];
    for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name);
    return names;
  });

const sumOf = (bytes: Uint8Array | undefined) => bytes && createHash("sha256").update(bytes).digest("hex");

const idOf = async ({ client }: Person, request: string, name: string) => {
  const files = client.from("files").select("id").eq("request_id", request);
  return unwrap(await files.eq("name", name).single()).id;
};

test("a download cut off at its last file leaves nothing behind", async ({
  seedSentRequest,
  signInByApi,
  newAddress,
}) => {
  const {
    requesterPage: desk,
    recipientPage: phone,
    deskContext,
    request,
  } = await seedSentRequest({ items: ["Payslips"] });
  await stubSavePicker(deskContext);
  const files = await Promise.all(Array.from({ length: 10 }, (_, place) => pdf(`payslip-${place}.pdf`)));
  await addFiles(phone, "Payslips", files);
  for (const { name } of files) await expectArrived(phone, "Payslips", name);

  const nora = await signInByApi({ name: "Nora Okafor", email: newAddress("nora") });
  const last = `${content}${await idOf(nora, request.id, "payslip-9.pdf")}*`;
  const breakOff = (route: Route) => route.abort("connectionreset");
  await desk.route(last, breakOff);
  // Drops the content that thumbnails have loaded; a download would use it.
  await desk.reload();
  await expect(desk.getByRole("link", { name: "payslip-9.pdf" })).toBeVisible();
  await desk.getByRole("button", { name: "Download all" }).click();
  const failed = desk.getByRole("dialog", { name: "Download failed" });
  await expect(failed.getByText(/payslip-9\.pdf/)).toBeVisible();
  await expect(failed.getByText(/No partial file was saved/)).toBeVisible();
  expect(await onDisk(desk)).toEqual([]);

  await desk.unroute(last, breakOff);
  await failed.getByRole("button", { name: "Try again" }).click();
  await expect(desk.getByRole("dialog", { name: "Download complete" })).toBeVisible();
  const zip = unzipSync(await readSaved(desk));
  const sums = new TextDecoder().decode(zip["sha256sums.txt"]).trim().split("\n");
  expect(sums).toHaveLength(10);
  for (const line of sums) expect(sumOf(zip[line.slice(66)])).toBe(line.slice(0, 64));
});

test("a file deleted during a download is named, and left out the next time", async ({
  seedSentRequest,
  signInByApi,
  newAddress,
}) => {
  const {
    requesterPage: desk,
    recipientPage: phone,
    deskContext,
    request,
  } = await seedSentRequest({ items: ["Lease", "Payslip"] });
  await stubSavePicker(deskContext);
  await sendPdf(phone, "Lease", "lease.pdf");
  await sendPdf(phone, "Payslip", "payslip.pdf");
  const nora = await signInByApi({ name: "Nora Okafor", email: newAddress("nora") });
  const anna = await signInByApi({ name: "Anna Lind", email: newAddress("anna") });
  unwrap(await nora.client.rpc("close_request", { request: request.id }));
  const file = await idOf(nora, request.id, "payslip.pdf");
  await desk.reload();

  let exports = 0;
  await desk.route("**/rpc/open_files", async (route) => {
    const { purpose } = route.request().postDataJSON() as { purpose: string };
    const response = await route.fetch();
    if (purpose === "export" && (exports += 1) === 1) {
      unwrap(await anna.client.rpc("ask_deletion", { file }));
      unwrap(await nora.client.rpc("decide_deletion", { file, granted: true }));
    }
    await route.fulfill({ response });
  });
  await desk.getByRole("button", { name: "Download all" }).click();
  const failed = desk.getByRole("dialog", { name: "Download failed" });
  await expect(failed.getByText(/payslip\.pdf/)).toBeVisible();
  expect(await onDisk(desk)).toEqual([]);

  await failed.getByRole("button", { name: "Try again" }).click();
  await expect(desk.getByRole("dialog", { name: "Download complete" })).toBeVisible();
  const zip = unzipSync(await readSaved(desk));
  expect(Object.keys(zip).filter((path) => path.endsWith(".pdf"))).toEqual(["01 Lease/01 lease.pdf"]);
  expect(new TextDecoder().decode(zip["history.csv"])).toMatch(/deleted.*payslip\.pdf/);
});
