import { itemRow } from "../fixtures/checklist.ts";
import { tabTo } from "../fixtures/keyboard.ts";
import { expect, test } from "../fixtures/test.ts";

test("questions, notes and hand-off work with the keyboard alone, and the focus is always visible", async ({
  seedSentRequest,
  newAddress,
}) => {
  const { requesterPage, recipientPage } = await seedSentRequest({ items: ["Payslips", "Lease"] });

  await tabTo(recipientPage, recipientPage.getByRole("button", { name: "Ask a question about Payslips" }));
  await recipientPage.keyboard.press("Enter");
  await expect(recipientPage.getByLabel("Your question about “Payslips”")).toBeFocused();
  await recipientPage.keyboard.type("Since when?");
  await tabTo(recipientPage, recipientPage.getByRole("button", { name: "Send question" }));
  await recipientPage.keyboard.press("Enter");
  await expect(itemRow(recipientPage, "Payslips").getByText("Since when?")).toBeVisible();

  const thread = requesterPage.getByRole("group", { name: /^Question: Since when\?/ });
  await expect(thread).toBeVisible();
  await tabTo(requesterPage, thread.getByRole("button", { name: "Reply" }));
  await requesterPage.keyboard.press("Enter");
  await expect(requesterPage.getByLabel("Your reply")).toBeFocused();
  await requesterPage.keyboard.type("Since January.");
  await requesterPage.keyboard.press("Control+Enter");
  await expect(thread.getByText("Since January.")).toBeVisible();

  const asked = recipientPage.getByRole("group", { name: /^Question: Since when\?/ });
  await expect(asked.getByText("Since January.")).toBeVisible();
  await tabTo(recipientPage, asked.getByRole("button", { name: "Mark as resolved" }), "Shift+Tab");
  await recipientPage.keyboard.press("Enter");
  const resolved = asked.locator("summary");
  await expect(resolved).toHaveText("Resolved: Since when?");
  await tabTo(recipientPage, resolved);
  await recipientPage.keyboard.press("Enter");
  await tabTo(recipientPage, asked.getByRole("button", { name: "Reopen question" }));
  await recipientPage.keyboard.press("Enter");
  await expect(asked.getByRole("button", { name: "Mark as resolved" })).toBeVisible();

  const handOff = recipientPage.getByRole("button", { name: "Ask someone else for Payslips" });
  await tabTo(recipientPage, handOff);
  await recipientPage.keyboard.press("Enter");
  await expect(recipientPage.getByLabel("Email address")).toBeFocused();
  await recipientPage.keyboard.type(newAddress("joel"));
  await recipientPage.keyboard.press("Enter");
  await expect(itemRow(recipientPage, "Payslips").getByText(/^joel.* was asked for this/)).toBeVisible();
  const remove = recipientPage.getByRole("button", { name: /^Remove joel.* from Payslips$/ });
  await tabTo(recipientPage, remove, "Shift+Tab");
  await recipientPage.keyboard.press("Enter");
  const removing = recipientPage.getByRole("dialog", { name: /^Remove joel.* from Payslips\?$/ });
  await tabTo(recipientPage, removing.getByRole("button", { name: "Remove" }));
  await recipientPage.keyboard.press("Enter");
  await expect(handOff).toBeVisible();

  const more = requesterPage.getByRole("button", { name: "More actions on Lease" });
  await tabTo(requesterPage, more);
  await requesterPage.keyboard.press("Enter");
  const menu = requesterPage.getByRole("menu", { name: "More actions on Lease" });
  const choose = async (name: string) => {
    const item = menu.getByRole("menuitem", { name });
    await expect(async () => {
      await requesterPage.keyboard.press("ArrowDown");
      await expect(item).toBeFocused({ timeout: 100 });
    }).toPass();
    await requesterPage.keyboard.press("Enter");
  };
  await choose("Add a note");
  await expect(requesterPage.getByLabel("Your note on “Lease”")).toBeFocused();
  await requesterPage.keyboard.type("He moved in May.");
  await requesterPage.keyboard.press("Control+Enter");
  await expect(requesterPage.getByRole("button", { name: /^Remove the note “He moved/ })).toBeVisible();

  await tabTo(requesterPage, more);
  await requesterPage.keyboard.press("Enter");
  await choose("Ask someone else for this");
  const dialog = requesterPage.getByRole("dialog", { name: "Ask someone else" });
  await expect(dialog.getByLabel("Email address")).toBeFocused();
  await requesterPage.keyboard.type(newAddress("mats"));
  await requesterPage.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(requesterPage.getByText(/^mats.* was asked for this/)).toBeVisible();
});
