import { createHash } from "node:crypto";
import { scaled } from "@sheaf/testing/scaled";
import { unzipSync } from "fflate";
import type { Page, Route } from "@playwright/test";
import { pdf } from "../fixtures/documents.ts";
import { readSaved, stubSavePicker } from "../fixtures/downloads.ts";
import { runTasks } from "../fixtures/run-tasks.ts";
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

test("all files are saved with history, index, sums and receipt, or nothing is: cut off, or with a file deleted before its turn", async ({
  seedSentRequest,
  signInByApi,
  newAddress,
}) => {
  const {
    requesterPage: desk,
    deskContext,
    request,
  } = await seedSentRequest({
    items: ["Lease", "Payslip", "Tax number"],
    only: "requester",
  });
  await stubSavePicker(deskContext);
  await request.add("Lease", await pdf("lease.pdf"));
  await request.add(
    "Payslip",
    ...(await Promise.all([1, 2, 3, 4].map((place) => pdf(`payslip-${place}.pdf`)))),
  );
  await request.add("Tax number", await pdf("number.pdf"));
  await runTasks(["checksums", "receipts"]);
  await request.accept("Lease");
  await request.close();
  const nora = await signInByApi({ name: "Nora Okafor", email: newAddress("nora") });
  const anna = await signInByApi({ name: "Anna Lind", email: newAddress("anna") });
  // Drops the content that thumbnails have loaded; a download would use it.
  await desk.reload();
  await expect(desk.getByRole("link", { name: "payslip-4.pdf" })).toBeVisible();
  const failed = desk.getByRole("dialog", { name: "Download failed" });
  const complete = desk.getByRole("dialog", { name: "Download complete" });
  const zipped = async () => {
    const zip = unzipSync(await readSaved(desk));
    const sums = new TextDecoder().decode(zip["sha256sums.txt"]).trim().split("\n");
    for (const line of sums) expect(sumOf(zip[line.slice(66)])).toBe(line.slice(0, 64));
    return { sums, zip, textOf: (name: string) => new TextDecoder().decode(zip[name]) };
  };

  await test.step("cut off at its last file, it leaves nothing behind, and is complete the next time", async () => {
    const last = `${content}${await idOf(nora, request.id, "number.pdf")}*`;
    const breakOff = (route: Route) => route.abort("connectionreset");
    await desk.route(last, breakOff);
    await desk.getByRole("button", { name: "Download all" }).click();
    await expect(failed.getByText(/number\.pdf/)).toBeVisible();
    await expect(failed.getByText(/No partial file was saved/)).toBeVisible();
    expect(await onDisk(desk)).toEqual([]);

    await desk.unroute(last, breakOff);
    await failed.getByRole("button", { name: "Try again" }).click();
    await expect(
      complete.getByText(/Each was read back from the zip and is exactly what was sent/),
    ).toBeVisible();
    const { sums, zip, textOf } = await zipped();
    expect(sums).toHaveLength(6);
    expect(textOf("history.csv")).toMatch(/"added","Lease","lease\.pdf"/);
    expect(textOf("index.csv")).toMatch(
      /"01 Lease\/01 lease\.pdf".*"unchanged since it was sent","accepted"/,
    );
    const receipt = Object.keys(zip).find((name) => name.startsWith("Receipts/"));
    expect(JSON.parse(textOf(receipt ?? ""))).toMatchObject({
      receipt: { items: [{ files: [{ name: "lease.pdf" }] }, {}, { files: [{ name: "number.pdf" }] }] },
    });
    await complete.getByRole("button", { name: "Close" }).first().click();
  });

  await test.step("a file deleted before its turn is named, and left out the next time", async () => {
    const file = await idOf(nora, request.id, "number.pdf");
    await desk.reload();
    await expect(desk.getByRole("link", { name: "payslip-4.pdf" })).toBeVisible();
    await expect(desk.getByText(/You\s*downloaded 6 files/)).not.toHaveCount(0);
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
    await expect(failed.getByText(/number\.pdf/)).toBeVisible();
    await failed.getByRole("button", { name: "Try again" }).click();
    await expect(complete).toBeVisible();
    const { sums, textOf } = await zipped();
    expect(sums).toHaveLength(5);
    expect(textOf("history.csv")).toMatch(/deleted.*number\.pdf/);
  });
});
