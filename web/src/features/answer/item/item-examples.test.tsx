import { type AnswerRow, rpcAnswers } from "@sheaf/mocks/handlers/rest";
import { storageAnswers, storageReadFails } from "@sheaf/mocks/handlers/storage";
import { screen, within } from "@testing-library/react";
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
  );
});

const example: AnswerRow<"item_examples"> = {
  id: "x1",
  name: "like-this.png",
  size: 9,
  object_key: "w1/r1/i1/x1",
  status: "stored",
  stored_at: "2026-11-20T10:00:00Z",
};

const storageHas = (content: string) =>
  storageAnswers({
    bytes: Uint8Array.from(content, (letter) => letter.charCodeAt(0)),
    mime: "image/png",
  });

/** The beginning of a PNG, which says how large it is. */
const onePixel = "\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0\0\0\u0001\0\0\0\u0001\b\u0006\0\0\0";

const openButton = () => screen.findByRole("button", { name: "See an example like-this.png" });

test("an example opens in a dialog, and closing it returns to the item", async () => {
  mocks.use(requestIs([itemRow({ item_examples: [example] })]), storageHas(onePixel));
  const { user } = renderApp("/r/token");
  within(await screen.findByRole("list", { name: "Examples for Proof of address" })).getByText(
    "like-this.png",
  );
  (await openButton()).focus();
  await user.keyboard("{Enter}");
  const dialog = await screen.findByRole("dialog", { name: "like-this.png" });
  // The test environment loads no pictures.
  await within(dialog).findByRole("status");
  await user.click(within(dialog).getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("an item without an example has no list of them", async () => {
  mocks.use(requestIs([itemRow()]));
  renderApp("/r/token");
  await screen.findByRole("heading", { name: "Proof of address" });
  expect(screen.queryByRole("list", { name: /^Examples/ })).toBeNull();
});

test("an example that isn't what its name says is never shown", async () => {
  mocks.use(
    requestIs([itemRow({ item_examples: [example] })]),
    storageHas(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
  );
  const { user } = renderApp("/r/token");
  await user.click(await openButton());
  await screen.findByText("No preview for this file type");
  expect(within(screen.getByRole("dialog")).queryByRole("img")).toBeNull();
});

test("an example that can't be loaded says so and is loaded again", async () => {
  mocks.use(
    requestIs([itemRow({ item_examples: [example] })]),
    storageReadFails({ statusCode: 400, code: "NoSuchKey" }),
  );
  const { user } = renderApp("/r/token");
  await user.click(await openButton());
  const retry = await screen.findByRole("button", { name: "Try again" });
  mocks.use(storageHas(onePixel));
  await user.click(retry);
  await screen.findByText("Loading like-this.png");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});
