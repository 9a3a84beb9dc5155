import { limits } from "@sheaf/contract/limits";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { playTape } from "../../testing/play-tape.ts";
import { renderApp } from "../../testing/render-app.tsx";

const platform = mockPlatform();

test("somebody whose workspace is empty is offered the one next step", async () => {
  const { path } = await playTape(platform, "requests-filled", "empty-workspace");
  renderApp(path);
  await screen.findByRole("heading", { name: "Nothing is open" });
  for (const filter of ["Open", "To review", "Overdue", "Drafts", "Done"]) {
    expect(screen.getByRole("link", { name: new RegExp(`^${filter}`) }).textContent).toBe(`${filter}0`);
  }
});

test("a full workspace is counted, and read page by page to its end", async () => {
  await playTape(platform, "requests-filled", "full-workspace");
  const { user } = renderApp("/requests?filter=drafts");
  await screen.findByRole("link", { name: "Rental contract, second floor" });
  const tab = await screen.findByRole("link", { name: /^Drafts ?\d+$/ });
  const count = Number(tab.textContent?.replaceAll(/\D/g, ""));
  expect(count).toBeGreaterThan(50);
  await user.click(screen.getByRole("button", { name: "Show more" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Show more" })).toBeNull());
  const rows = screen.getAllByRole("link").filter((link) => link.getAttribute("href")?.endsWith("/edit"));
  expect(new Set(rows.map((link) => link.getAttribute("href"))).size).toBe(count);
});

describe.each(["requests-filled", "inbox-filled", "request-waiting", "checklist-partly", "profile"])(
  "the names on %s",
  (tape) => {
    test("may be as long as they can be", async () => {
      const { path } = await playTape(platform, tape, "long-names");
      renderApp(path);
      const [long] = await screen.findAllByText((words) => words.length >= limits.nameLength);
      expect(long).toBeDefined();
    });

    test("may be written from right to left", async () => {
      const { path } = await playTape(platform, tape, "right-to-left-names");
      renderApp(path);
      await screen.findAllByText(/مستندات الضرائب/);
    });
  },
);
