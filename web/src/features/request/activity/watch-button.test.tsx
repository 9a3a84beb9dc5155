import { rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { recordedCalls } from "../../../testing/recorded-calls.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { besideRequest, itemRow, requestId, requestIs } from "../../../testing/sent-request.ts";
import { giveSessionCookie } from "../../../testing/sessions.ts";

const platform = mockPlatform();

function openRequest() {
  giveSessionCookie();
  platform.use(...besideRequest, requestIs([itemRow()]));
  return renderApp(`/requests/${requestId}`);
}

test("a member stops and starts watching a request", async () => {
  const watching = recordedCalls("watch_request");
  const { user } = openRequest();
  platform.use(watching.taking);
  const stop = await screen.findByRole("button", { name: "Stop watching" });
  platform.use(rpcAnswers({ fn: "watches_request", returns: false }));
  await user.click(stop);
  expect(await screen.findByText("You no longer get email about what arrives here.")).toBeTruthy();

  const watch = await screen.findByRole("button", { name: "Watch" });
  platform.use(rpcAnswers({ fn: "watches_request", returns: true }));
  await user.click(watch);
  expect(await screen.findByText(/You get email about what arrives here/)).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Stop watching" })).toBeTruthy();
  expect(watching.made).toEqual([
    { request: requestId, watched: false },
    { request: requestId, watched: true },
  ]);
});

test("a failure leaves the button as it was and says so", async () => {
  const { user } = openRequest();
  platform.use(rpcFails({ fn: "watch_request", status: 503, code: "PGRST000", message: "down" }));
  await user.click(await screen.findByRole("button", { name: "Stop watching" }));
  expect(await screen.findByText(/try again/i)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Stop watching" })).toBeTruthy();
});
