import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { renderApp } from "../testing/render-app.tsx";

const meta = document.createElement("meta");
meta.name = "sheaf:contact-url";
afterEach(() => meta.remove());

test("the statement has its limits, what readers can set, and a contact with a promise", async () => {
  meta.content = "mailto:help@sheaf.example";
  document.head.append(meta);
  renderApp("/accessibility");
  await screen.findByRole("heading", { level: 1, name: "Accessibility" });
  await waitFor(() => expect(document.title).toBe("Accessibility · Sheaf"));
  const limits = within(screen.getByRole("region", { name: "Known limits" }));
  limits.getByRole("heading", { name: "Changing the order of items by pointer needs dragging" });
  within(screen.getByRole("region", { name: "What you can set" })).getByText(/Single-key shortcuts/);
  const contact = within(screen.getByRole("region", { name: "Tell us what stops you" }));
  contact.getByText(/You get an answer within 5 working days/);
  expect(contact.getByRole("link", { name: "Contact" }).getAttribute("href")).toBe(
    "mailto:help@sheaf.example",
  );
});

test("without a contact nothing is promised", async () => {
  renderApp("/accessibility");
  await screen.findByText(/Ask the person who sent you the request/);
  expect(screen.queryByText(/working days/)).toBeNull();
  expect(screen.queryByRole("link", { name: "Contact" })).toBeNull();
});

test("a requirement that no test shows says “Not evaluated”", async () => {
  renderApp("/accessibility");
  const table = within(await screen.findByRole("table", { name: "WCAG 2.2, level AA" }));
  table.getByRole("row", { name: "3.2.3 Consistent Navigation Not evaluated" });
  table.getByRole("row", { name: /^2\.4\.7 Focus Visible Supports.*by keyboard alone/ });
  screen.getByRole("table", { name: "EN 301 549, chapter 9: web" });
  expect(screen.getByRole("link", { name: "OpenACR" }).getAttribute("href")).toBe(
    "/accessibility.openacr.yaml",
  );
});
