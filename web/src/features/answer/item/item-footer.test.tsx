import { rpcAnswers } from "@sheaf/mocks/handlers/rest";
import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { itemRow, requestIs } from "../../../testing/received-checklist.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { giveSessionCookie } from "../../../testing/sessions.ts";

const mocks = mockPlatform();
beforeEach(() => {
  giveSessionCookie({ userId: "anna" });
  mocks.use(
    rpcAnswers({ fn: "join_request", returns: "r1" }),
    rpcAnswers({ fn: "request_people", returns: [{ name: "Anna", is_me: true, scope: "all", items: [] }] }),
    requestIs([itemRow()]),
  );
});

test.each([
  ["sent", "Send question"],
  ["cancelled", "Cancel"],
])("the focus returns to the button once a question is %s", async (end, button) => {
  mocks.use(rpcAnswers({ fn: "ask_question", returns: "q1" }));
  const { user } = renderApp("/r/token");
  const ask = await screen.findByRole("button", { name: "Ask a question about Proof of address" });
  await user.click(ask);
  const field = await screen.findByRole("textbox", { name: "Your question about “Proof of address”" });
  expect(document.activeElement).toBe(field);
  await user.keyboard("Which month?");
  await user.click(screen.getByRole("button", { name: button }));
  await expect.poll(() => document.activeElement).toBe(ask);
  expect(screen.queryByRole("textbox", { name: /^Your question/ })).toBeNull();
  const said = screen.getAllByRole("status").map(({ textContent }) => textContent);
  expect(said.includes("Your question about “Proof of address” was sent.")).toBe(end === "sent");
});
