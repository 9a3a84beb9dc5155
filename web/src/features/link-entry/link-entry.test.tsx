import { authFails } from "@sheaf/mocks/handlers/auth";
import { networkDown } from "@sheaf/mocks/handlers/network";
import { restAnswers, rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import type { MockServer } from "@sheaf/mocks/node";
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw/http";
import { describe, expect, test } from "vitest";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { giveSessionCookie } from "../../testing/sessions.ts";

// Parts of the page are loaded while it is shown, and a read that failed is repeated before the page says so.
const mocks = mockPlatform();

const preview = {
  workspace_name: "Okafor & Lind",
  sender_email: "nora@okafor.example",
  title: "Tax return 2026",
  due_on: "2026-11-27",
};
const known = rpcAnswers({ fn: "peek_request", returns: [preview] });
const unknown = rpcAnswers({ fn: "peek_request", returns: [] });
const refused = rpcFails({ fn: "join_request", status: 404, code: "PT404", message: "not_found" });

const sidecarSignsOut: Parameters<MockServer["use"]>[number] = () =>
  http.post("http://localhost:3000/auth/sign-out", () => new HttpResponse(null, { status: 204 }));

const wayIn = () => screen.findByRole("button", { name: "Send me a code" });

function open({ signedIn = false } = {}) {
  if (signedIn) giveSessionCookie({ userId: "anna", email: "anna@lind.example" });
  return renderApp("/r/token");
}

describe("somebody who opens a link signed out", () => {
  test("sees who asks, from which address, for what, until when, and how to check", async () => {
    mocks.use(known);
    open();
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("Tax return 2026");
    expect(screen.getByText("Sent by nora@okafor.example")).toBeDefined();
    expect(screen.getByText(/^By .*27/)).toBeDefined();
    expect(screen.getByText(/on a phone number you already have/)).toBeDefined();
    expect(await wayIn()).toBeDefined();
  });

  test("with a wrong one finds one calm page and no way in but to what they were asked", async () => {
    mocks.use(unknown);
    open();
    expect(await screen.findByRole("heading", { name: "This link leads nowhere" })).toBeDefined();
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.getByRole("link", { name: "See what is asked of you" }).getAttribute("href")).toBe(
      "/inbox",
    );
  });

  test("without a network can try again and goes on", async () => {
    mocks.use(networkDown());
    const { user } = open();
    const again = await screen.findByRole("button", { name: "Try again" });
    mocks.use(known);
    await user.click(again);
    expect(await wayIn()).toBeDefined();
  });
});

describe("somebody who opens a link signed in", () => {
  test("stands before the list at once when it was sent to them", async () => {
    mocks.use(
      rpcAnswers({ fn: "join_request", returns: "r1" }),
      rpcAnswers({ fn: "request_people", returns: [] }),
      restAnswers({
        table: "requests",
        rows: [
          {
            id: "r1",
            title: "Tax return 2026",
            message: "",
            due_on: null,
            status: "open",
            workspaces: { name: "Okafor & Lind" },
            items: [],
            events: [],
          },
        ],
      }),
    );
    open({ signedIn: true });
    expect(await screen.findByText("Only Okafor & Lind and you can see what you add.")).toBeDefined();
  });

  test("with another address reads which one it is and may change it", async () => {
    mocks.use(
      known,
      refused,
      authFails({ path: "/logout", status: 403, code: "session_not_found" }),
      sidecarSignsOut,
    );
    const { user } = open({ signedIn: true });
    expect(await screen.findByText("anna@lind.example")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Use another address" }));
    expect(await wayIn()).toBeDefined();
    expect(document.cookie).not.toContain("sheaf-auth");
  });

  test("with a wrong one finds the same page as everybody else", async () => {
    mocks.use(unknown, refused);
    open({ signedIn: true });
    expect(await screen.findByRole("heading", { name: "This link leads nowhere" })).toBeDefined();
  });
});
