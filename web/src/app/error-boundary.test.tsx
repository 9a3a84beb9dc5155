import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ErrorBoundary } from "./error-boundary.tsx";

const unloaded = "Failed to fetch dynamically imported module: /assets/requests.js";

function Page({ fails, error = unloaded }: { fails: boolean; error?: string }) {
  if (fails) throw new Error(error);
  return <h1>Requests</h1>;
}

test("a crashed page hides the error's message and navigating away clears it", () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { rerender } = render(
    <ErrorBoundary resetKey="/requests">
      <Page fails />
    </ErrorBoundary>,
  );
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("This page couldn’t be displayed.");
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  expect(document.body.textContent).not.toContain("assets");

  rerender(
    <ErrorBoundary resetKey="/inbox">
      <Page fails={false} />
    </ErrorBoundary>,
  );
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Requests");
});

test.each([
  [unloaded, "Check your connection"],
  ["error loading dynamically imported module: /assets/requests.js", "Check your connection"],
  ["Importing a module script failed.", "Check your connection"],
  ["Unable to preload CSS for /assets/requests.css", "Check your connection"],
  ["Cannot read properties of undefined", "Something went wrong on our side"],
])("the advice after “%s” is: %s", (error, advice) => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  render(
    <ErrorBoundary resetKey="/requests">
      <Page fails error={error} />
    </ErrorBoundary>,
  );
  expect(screen.getByRole("alert").textContent).toContain(advice);
});

test("a crash inside a layout does not add a second main element", () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  render(
    <main>
      <ErrorBoundary inMain resetKey="/requests">
        <Page fails />
      </ErrorBoundary>
    </main>,
  );
  expect(screen.getAllByRole("main")).toHaveLength(1);
});
