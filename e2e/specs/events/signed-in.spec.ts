import { comeBack, expectEvents, heardEvents } from "../../fixtures/auth-events.ts";
import { requestsHeading } from "../../fixtures/people.ts";
import { storedSession, storeSession } from "../../fixtures/stored-session.ts";
import { expect, test } from "../../fixtures/test.ts";

test("SIGNED_IN said again on coming back changes nothing on the page", async ({ signUp }) => {
  const { context, page } = await signUp();
  await page.goto("/requests/new");
  await page.getByLabel("What is it for?").fill("Half a title");
  const other = await context.newPage();
  await other.goto("/inbox");
  await expect(other.getByRole("heading", { name: "Asked of me" })).toBeVisible();

  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const before = (await heardEvents(page)).length;
  await comeBack(other);
  await expect.poll(async () => (await heardEvents(page)).slice(before)).toContain("SIGNED_IN");
  expect(asked).toEqual([]);
  await expect(page).toHaveURL("/requests/new");
  await expect(page.getByLabel("What is it for?")).toHaveValue("Half a title");
});

test("SIGNED_IN as somebody else lets go of everything of the former person first", async ({ signUp }) => {
  const mats = await signUp({ name: "Mats", workspace: "Berg" });
  const session = await storedSession(mats.context);
  if (!session) throw new Error("Mats is not signed in.");

  const { context, page } = await signUp();
  await page.goto("/requests/new");
  await page.getByLabel("What is it for?").fill("Nora's private title");
  const other = await context.newPage();
  await other.goto("/requests");
  await expect(requestsHeading(other)).toBeVisible();

  await storeSession(context, session);
  await comeBack(other);
  for (const tab of [page, other]) {
    await expectEvents(tab, ["SIGNED_IN"]);
    await expect(tab.getByRole("button", { name: "Account of Mats" })).toBeVisible();
    await expect(tab.getByText("Nora Okafor")).toHaveCount(0);
  }
  await expect(page.getByLabel("What is it for?")).toHaveValue("");
});
