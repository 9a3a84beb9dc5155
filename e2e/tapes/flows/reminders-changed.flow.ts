import { pages } from "@sheaf/contract/pages";
import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { annaStarted } from "../seed/scenes.ts";

export const remindersChanged: Flow = {
  name: "reminders-changed",
  description:
    "Nora reads the next reminder, changes the schedule, pauses and resumes reminders, and sends one now.",
  device: "desk",
  prepare: async (seed) => {
    const { request, nora } = await annaStarted(seed);
    return { startPath: pages.request.href({ id: request.id }), as: nora };
  },
  run: async (page) => {
    const reminders = page.getByRole("region", { name: "Reminders" });
    await reminders.locator("summary").click();
    await reminders.getByRole("button", { name: "Preview" }).click();
    const preview = page.getByRole("dialog", { name: "Next reminder" });
    await expect(preview.getByText("still needs from you")).toBeVisible();
    await preview.getByRole("button", { name: "Close" }).click();
    await reminders.getByRole("button", { name: "Edit schedule" }).click();
    const schedule = page.getByRole("dialog", { name: "Reminders" });
    await schedule.getByLabel("At most").selectOption("4 reminders");
    await schedule.getByRole("button", { name: "Save" }).click();
    await expect(reminders.getByText("of 4 reminders sent")).toBeVisible();
    await reminders.getByRole("button", { name: "Pause" }).click();
    await reminders.getByRole("button", { name: "Resume" }).click();
    await expect(reminders.getByRole("button", { name: "Pause" })).toBeVisible();
    await reminders.getByRole("button", { name: "Send now" }).click();
    await expect(page.getByText("Reminding", { exact: false })).toBeVisible();
  },
};
