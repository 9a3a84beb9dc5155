import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { renderApp } from "../../testing/render-app.tsx";

afterEach(() => {
  for (const element of document.head.querySelectorAll('meta[name$="-url"][data-link]')) element.remove();
});

function deploymentLinksTo(urls: Record<string, string>): void {
  for (const [name, content] of Object.entries(urls)) {
    const element = Object.assign(document.createElement("meta"), { name: `sheaf:${name}-url`, content });
    element.dataset["link"] = "";
    document.head.append(element);
  }
}

test("the start page links to what the operator has, and to nothing else", async () => {
  deploymentLinksTo({
    privacy: "https://okafor.example/privacy",
    security: "",
    source: "",
    contact: "mailto:help@okafor.example",
  });
  renderApp("/");
  const nav = within(await screen.findByRole("navigation", { name: "About this site" }));
  expect(nav.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Check a receipt", "/verify"],
    ["How your documents are protected", "/security"],
    ["Accessibility", "/accessibility"],
    ["Privacy", "https://okafor.example/privacy"],
    ["Contact", "mailto:help@okafor.example"],
  ]);
});

test("the start page leads people who were asked to what is needed from them", async () => {
  renderApp("/");
  fireEvent.click(await screen.findByRole("link", { name: "See what’s needed from me" }));
  await screen.findByRole("heading", { level: 1, name: "Sign in" });
  expect(new URLSearchParams(location.search).get("next")).toBe("/inbox");
});

test("without the operator's pages, the start page still says how documents are protected", async () => {
  renderApp("/");
  const footer = await screen.findByRole("contentinfo");
  fireEvent.click(within(footer).getByRole("link", { name: "How your documents are protected" }));
  await screen.findByRole("heading", { level: 1, name: "How your documents are protected" });
  fireEvent.click(screen.getByRole("link", { name: "Check it here" }));
  await screen.findByRole("heading", { level: 1, name: "Check a receipt" });
});
