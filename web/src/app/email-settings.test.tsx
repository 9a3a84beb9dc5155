import { restAnswers, rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { mockPlatform } from "../testing/mock-platform.ts";
import { recordedCalls } from "../testing/recorded-calls.ts";
import { renderApp } from "../testing/render-app.tsx";
import { giveSessionCookie } from "../testing/sessions.ts";

const platform = mockPlatform();

const preferencesAre = (...returns: { workspace_id: string; name: string; arrivals: string }[]) =>
  rpcAnswers({ fn: "my_email_preferences", returns });
const okafor = { workspace_id: "w1", name: "Okafor & Lind", arrivals: "each" };

function openSettings(...workspaces: (typeof okafor)[]) {
  giveSessionCookie();
  platform.use(
    restAnswers({ table: "members", rows: [] }),
    restAnswers({ table: "recipients", rows: [] }),
    restAnswers({ table: "profiles", rows: [] }),
    rpcAnswers({ fn: "email_is_stopped", returns: false }),
    preferencesAre(...workspaces),
  );
  return renderApp("/settings/email");
}

const cardNamed = async (name: string) => within(await screen.findByRole("region", { name }));

describe("emails about arrivals", () => {
  test("are chosen for each workspace, and saved with the browser's time zone", async () => {
    const saved = recordedCalls("set_email_preference");
    const { user } = openSettings(okafor, { workspace_id: "w2", name: "School", arrivals: "none" });
    platform.use(saved.taking);
    const card = await cardNamed("When something arrives");
    const list = await card.findByRole("combobox", { name: "Email from Okafor & Lind" });
    expect(card.getByRole<HTMLSelectElement>("combobox", { name: "Email from School" }).value).toBe("none");

    platform.use(preferencesAre({ ...okafor, arrivals: "daily" }));
    await user.selectOptions(list, "Once a day");
    expect(await screen.findByText("Your choice has been saved.")).toBeTruthy();
    expect(saved.made).toEqual([
      {
        workspace: "w1",
        arrivals: "daily",
        zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
    ]);
    expect(card.getByText("At 8:00, with what is overdue and who can’t be emailed.")).toBeTruthy();
  });

  test("keep the former choice when it can't be saved, and say so", async () => {
    const { user } = openSettings(okafor);
    platform.use(rpcFails({ fn: "set_email_preference", status: 503, code: "PGRST000", message: "down" }));
    const card = await cardNamed("When something arrives");
    const list = await card.findByRole<HTMLSelectElement>("combobox");
    await user.selectOptions(list, "Never");
    expect(await card.findByRole("alert")).toBeTruthy();
    expect(list.value).toBe("each");
  });

  test("aren't offered to users without a workspace", async () => {
    openSettings();
    await screen.findByRole("button", { name: "Stop all email" });
    await waitFor(() => expect(screen.queryByRole("region", { name: "When something arrives" })).toBeNull());
  });

  test("can be loaded again after a failure", async () => {
    const { user } = openSettings(okafor);
    platform.use(
      rpcFails({ fn: "my_email_preferences", status: 400, code: "PGRST100", message: "no", once: true }),
    );
    const card = await cardNamed("When something arrives");
    await user.click(await card.findByRole("button", { name: "Try again" }));
    expect(await card.findByRole("combobox", { name: "Email from Okafor & Lind" })).toBeTruthy();
  });
});

describe("all email", () => {
  test("stops after a question, and can be turned on again", async () => {
    const { user } = openSettings(okafor);
    const asked = recordedCalls("stop_all_email");
    platform.use(asked.taking);
    const card = await cardNamed("All email from Sheaf");
    expect(card.getByText(/to anna@lind\.example\./)).toBeTruthy();
    await user.click(await card.findByRole("button", { name: "Stop all email" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Stop all email?" }));
    expect(asked.made).toEqual([]);

    platform.use(rpcAnswers({ fn: "email_is_stopped", returns: true }));
    await user.click(dialog.getByRole("button", { name: "Stop all email" }));
    expect(await card.findByText(/We don’t email this address/)).toBeTruthy();

    platform.use(rpcAnswers({ fn: "email_is_stopped", returns: false }));
    await user.click(card.getByRole("button", { name: "Turn email on again" }));
    expect(await card.findByRole("button", { name: "Stop all email" })).toBeTruthy();
    expect(asked.made).toEqual([{ stopped: true }, { stopped: false }]);
  });

  test("goes on when stopping fails, and the dialog says so", async () => {
    const { user } = openSettings(okafor);
    platform.use(rpcFails({ fn: "stop_all_email", status: 503, code: "PGRST000", message: "down" }));
    const card = await cardNamed("All email from Sheaf");
    await user.click(await card.findByRole("button", { name: "Stop all email" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Stop all email" }));
    expect(await dialog.findByRole("alert")).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Keep it" }));
    expect(card.queryByText(/We don’t email this address/)).toBeNull();
  });
});
