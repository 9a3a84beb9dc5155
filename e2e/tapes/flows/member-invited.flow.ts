import { pages } from "@sheaf/contract/pages";
import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { createRequesterWorkspace } from "../seed/requester-workspace.ts";

export const memberInvited: Flow = {
  name: "member-invited",
  description: "Nora renames her workspace, invites Sam, sends the invitation again and cancels it.",
  device: "desk",
  prepare: async (seed) => ({
    startPath: pages.workspaceGeneral.href(),
    as: (await createRequesterWorkspace(seed)).nora,
  }),
  run: async (page) => {
    await page.getByLabel("Workspace name").fill("Lind & Partners");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Saved. Recipients see it now.")).toBeVisible();
    await page.getByRole("link", { name: "Members & security" }).click();
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    await page.getByRole("dialog").getByLabel("Email address").fill("sam@lind.example");
    await page.getByRole("button", { name: "Send invitation" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "sam@lind.example" });
    await expect(row.getByText("Invited", { exact: true })).toBeVisible();
    await row.getByRole("button", { name: /^Resend/ }).click();
    await expect(page.getByText("Emailing the invitation to sam@lind.example")).toBeVisible();
    await row.getByRole("button", { name: /^Cancel/ }).click();
    await expect(row).toHaveCount(0);
  },
};
