import { expectEvents, heardEvents, returnToTab } from "../../fixtures/auth-events.ts";
import { requestsHeading } from "../../fixtures/sign-in.ts";
import { readSession, storeSession } from "../../fixtures/stored-session.ts";
import { expect, test } from "../../fixtures/test.ts";

test("SIGNED_IN repeated on return to a tab changes nothing on the page", async ({ seedRequester }) => {
  const { context, page } = await seedRequester();
  await page.goto("/requests/new");
  await page.getByLabel("Title", { exact: true }).fill("Half a title");
  // The draft saves itself with a separate request.
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  const { pathname } = new URL(page.url());
  const other = await context.newPage();
  await other.goto("/inbox");
  await expect(other.getByRole("heading", { name: "Needed from you" })).toBeVisible();

  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const before = (await heardEvents(page)).length;
  await returnToTab(other);
  await expect.poll(async () => (await heardEvents(page)).slice(before)).toContain("SIGNED_IN");
  expect(requests).toEqual([]);
  await expect(page).toHaveURL(pathname);
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Half a title");
});

test("SIGNED_IN as another user removes the previous user's data", async ({ seedRequester }) => {
  const mats = await seedRequester({ name: "Mats", workspace: "Berg" });
  const session = await readSession(mats.context);
  if (!session) throw new Error("Mats is not signed in.");

  const { context, page } = await seedRequester();
  await page.goto("/requests/new");
  await page.getByLabel("Title", { exact: true }).fill("Nora’s private title");
  const other = await context.newPage();
  await other.goto("/requests");
  await expect(requestsHeading(other)).toBeVisible();

  await storeSession(context, session);
  await returnToTab(other);
  for (const tab of [page, other]) {
    await expectEvents(tab, ["SIGNED_IN"]);
    await expect(tab.getByRole("button", { name: "Account of Mats" })).toBeVisible();
    await expect(tab.getByText("Nora Okafor")).toHaveCount(0);
  }
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("");
});
