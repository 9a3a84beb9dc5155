import { restAnswers } from "@sheaf/mocks/handlers/rest";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { emptyInbox } from "../testing/empty-inbox.ts";
import { mockPlatform } from "../testing/mock-platform.ts";
import { renderApp } from "../testing/render-app.tsx";
import { giveSessionCookie } from "../testing/sessions.ts";

const platform = mockPlatform();

const meta = document.createElement("meta");
meta.name = "sheaf:contact-url";
afterEach(() => meta.remove());

function openInbox() {
  giveSessionCookie();
  platform.use(
    ...emptyInbox,
    restAnswers({ table: "members", rows: [] }),
    restAnswers({ table: "profiles", rows: [] }),
  );
  return renderApp("/inbox");
}

test("help is in the menu of the account, with the operator's contact", async () => {
  meta.content = "mailto:help@sheaf.example";
  document.head.append(meta);
  const { user, address } = openInbox();
  await user.click(await screen.findByRole("button", { name: "Account of anna@lind.example" }));
  await user.click(screen.getByRole("menuitem", { name: "Help" }));
  const contact = await screen.findByRole("link", { name: "Contact" });
  expect(contact.getAttribute("href")).toBe("mailto:help@sheaf.example");
  expect(address()).toBe("/help");
  await waitFor(() => expect(document.title).toBe("Help · Sheaf"));
  screen.getByRole("region", { name: "Review what arrives" });
});

test("help says whom to ask where the operator names no contact", async () => {
  const { user } = openInbox();
  await user.click(await screen.findByRole("button", { name: "Account of anna@lind.example" }));
  await user.click(screen.getByRole("menuitem", { name: "Help" }));
  await screen.findByText(/Ask the administrator of this site/);
  expect(screen.queryByRole("link", { name: "Contact" })).toBeNull();
});
