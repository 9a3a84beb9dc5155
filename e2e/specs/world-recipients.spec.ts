import { draftItem } from "@sheaf/contract/request-draft";
import { scaled } from "@sheaf/testing/scaled";
import { storeSession } from "../fixtures/stored-session.ts";
import { expect, phone, test } from "../fixtures/test.ts";
import { unwrap } from "../seed/unwrap.ts";

test.beforeEach(() => test.setTimeout(scaled(90_000)));

test("people are found without their accents, chosen by a finger, and never in place of what was typed", async ({
  openBrowser,
  signInByApi,
  newAddress,
}) => {
  const nora = await signInByApi({ name: "Nora Okafor", email: newAddress("nora") });
  const workspace = unwrap(
    await nora.client.rpc("create_workspace", { name: "Okafor & Lind", display_name: nora.name }),
  );
  const petr = { name: "Petr Šilhavý", email: newAddress("petr") };
  const draft = { title: "Tax return", items: [draftItem("Passport")], recipients: [petr] };
  const request = unwrap(await nora.client.rpc("create_request", { workspace, draft }));
  unwrap(await nora.client.rpc("send_request", { request, invite: false }));
  const context = await openBrowser(phone);
  await storeSession(context, await nora.session());
  const page = await context.newPage();
  await page.goto("/requests/new");
  const box = page.getByRole("combobox", { name: "Recipients" });
  const chosen = page.getByRole("button", { name: /^Remove / });

  await test.step("a name without its accents, and a tap that takes the focus from the field", async () => {
    await box.pressSequentially("silh");
    await page.getByRole("option", { name: /^Petr Šilhavý/ }).tap();
    await expect(page.getByTitle(petr.email)).toHaveText("Petr Šilhavý");
    await expect(box).toBeFocused();
    await expect(box).toHaveValue("");
  });

  await test.step("a whole address stays what it is, although a person's begins alike", async () => {
    const other = petr.email.replace("@", ".other@");
    await box.pressSequentially(other);
    await expect(page.getByRole("listbox")).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(chosen).toHaveCount(2);
    await expect(page.getByRole("button", { name: `Remove ${other}` })).toBeVisible();
  });

  await test.step("Enter belongs to the input method while a word is composed", async () => {
    await box.pressSequentially("petr");
    await expect(page.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
    await box.dispatchEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true });
    await box.dispatchEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true, cancelable: true });
    await expect(box).toHaveValue("petr");
    await box.fill("");
  });

  await test.step("a list from Outlook, with a name that has a comma", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate(() =>
      navigator.clipboard.writeText('"Lind, Anna" <anna@lind.example>; joel@tamm.example;'),
    );
    await box.click();
    await page.keyboard.press("ControlOrMeta+V");
    await expect(chosen).toHaveCount(4);
    await expect(page.getByTitle("anna@lind.example")).toHaveText("Anna Lind");
  });
});
