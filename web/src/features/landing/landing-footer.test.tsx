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
    ["Privacy", "https://okafor.example/privacy"],
    ["Contact", "mailto:help@okafor.example"],
  ]);
});

test("without such pages, the start page still says how documents are protected", async () => {
  renderApp("/");
  const footer = await screen.findByRole("contentinfo");
  expect(footer.textContent).toBe("Sheaf is open source. How your documents are protected");
  fireEvent.click(within(footer).getByRole("link"));
  await screen.findByRole("heading", { level: 1, name: "How your documents are protected" });
  fireEvent.click(screen.getByRole("link", { name: "Check it here" }));
  await screen.findByRole("heading", { level: 1, name: "Check a receipt" });
});
