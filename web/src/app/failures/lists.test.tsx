import { limits } from "@sheaf/contract/limits";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { playTape } from "../../testing/play-tape.ts";
import { renderApp } from "../../testing/render-app.tsx";

const platform = mockPlatform();

test("an empty workspace shows zero counts and an empty state", async () => {
  const { path } = await playTape(platform, "requests-filled", "empty-workspace");
  renderApp(path);
  await screen.findByRole("heading", { name: "No open requests" });
  for (const filter of ["Open", "To review", "Overdue", "Drafts", "Done"]) {
    expect(screen.getByRole("link", { name: new RegExp(`^${filter}`) }).textContent).toBe(`${filter}0`);
  }
});

test("a large workspace shows its count and loads page by page to the end", async () => {
  await playTape(platform, "requests-filled", "full-workspace");
  const { user } = renderApp("/requests?filter=drafts");
  await screen.findByRole("link", { name: "Rental contract, second floor" });
  const tab = await screen.findByRole("link", { name: /^Drafts ?\d+$/ });
  const count = Number(tab.textContent?.replaceAll(/\D/g, ""));
  expect(count).toBeGreaterThan(50);
  const drafts = () =>
    screen.getAllByRole("link").flatMap((link) => link.getAttribute("href")?.match(/.*\/edit$/)?.[0] ?? []);
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  await waitFor(() => expect(new Set(drafts()).size).toBe(count));
  // The last page is full, so one more is requested, and it is empty.
  await user.click(screen.getByRole("button", { name: "Show more" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Show more" })).toBeNull());
  expect(new Set(drafts()).size).toBe(count);
});

describe.each(["requests-filled", "inbox-filled", "request-waiting", "checklist-partly", "profile"])(
  "the names on %s",
  (tape) => {
    test("may have the maximum length", async () => {
      const { path } = await playTape(platform, tape, "long-names");
      renderApp(path);
      const [long] = await screen.findAllByText((text) => text.length >= limits.nameLength);
      expect(long).toBeDefined();
    });

    test("may be written right to left", async () => {
      const { path } = await playTape(platform, tape, "right-to-left-names");
      renderApp(path);
      await screen.findAllByText(/مستندات الضرائب/);
    });
  },
);
