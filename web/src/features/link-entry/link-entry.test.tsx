import { authFails, authSendsEmail } from "@sheaf/mocks/handlers/auth";
import { networkDown } from "@sheaf/mocks/handlers/network";
import { restAnswers, rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import type { MockServer } from "@sheaf/mocks/node";
import { act, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw/http";
import { describe, expect, test } from "vitest";
import { clearCookies } from "../../testing/cookies.ts";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { giveSessionCookie } from "../../testing/sessions.ts";

const mocks = mockPlatform();

const preview = {
  workspace_name: "Okafor & Lind",
  sender_name: "Nora Okafor",
  sender_email: "nora@okafor.example",
  title: "Tax return 2026",
  due_on: "2026-11-27",
  accent: null,
  logo: null,
  workspace_since: "2025-03-01",
  requests_done: 42,
  retain_days: 90,
  retain_sensitive_days: 90,
  item_titles: [],
};
const existing = rpcAnswers({ fn: "peek_request", returns: [preview] });
const missing = rpcAnswers({ fn: "peek_request", returns: [] });
const refused = rpcFails({ fn: "join_request", status: 404, code: "PT404", message: "not_found" });

const sidecarSignsOut: Parameters<MockServer["use"]>[number] = () =>
  http.post("http://localhost:3000/auth/sign-out", () => new HttpResponse(null, { status: 204 }));

const sendCodeButton = () => screen.findByRole("button", { name: "Send me a code" });

function open({ signedIn = false, path = "/r/token" } = {}) {
  if (signedIn) giveSessionCookie({ userId: "anna", email: "anna@lind.example" });
  return renderApp(path);
}

describe("a link opened while signed out", () => {
  test("shows the requester, sender address, title, due date and how to verify them", async () => {
    mocks.use(existing);
    open();
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("Tax return 2026");
    expect(screen.getByText("Sent by Nora Okafor")).toBeDefined();
    expect(screen.getByText("nora@okafor.example")).toBeDefined();
    expect(screen.getByText(/^Due .*27/)).toBeDefined();
    expect(screen.getByText(/on a number you already have/)).toBeDefined();
    expect(await sendCodeButton()).toBeDefined();
  });

  test.each([
    [2, true],
    [100, false],
  ])("lists what's asked for where the sender shows it: %i items, unfolded: %s", async (count, isOpen) => {
    const titles = Array.from({ length: count }, (_, place) => `Paper ${place}`);
    mocks.use(rpcAnswers({ fn: "peek_request", returns: [{ ...preview, item_titles: titles }] }));
    open();
    const list = (await screen.findByText(`What’s asked for: ${count} items`)).closest("details");
    expect(list).toHaveProperty("open", isOpen);
    expect(screen.getByText("Paper 1").tagName).toBe("LI");
  });

  test.each([".", ")", ">", "%20", "%E2%80%8B"])("opens although it was passed on with %j", async (mark) => {
    const token = "a_1-".padEnd(43, "0");
    mocks.use(() =>
      http.post("*/rest/v1/rpc/peek_request", async ({ request }) =>
        HttpResponse.json(((await request.json()) as { token: string }).token === token ? [preview] : []),
      ),
    );
    open({ path: `/r/${token}${mark}` });
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("Tax return 2026");
  });

  test("shows a sender’s international domain in Punycode, as its letters can imitate another", async () => {
    mocks.use(
      rpcAnswers({
        fn: "peek_request",
        returns: [{ ...preview, sender_email: "nora@xn--pple-43d.example" }],
      }),
    );
    open();
    expect(await screen.findByText("nora@xn--pple-43d.example")).toBeDefined();
  });

  test("fills in the address that it was emailed to, which leaves the address bar", async () => {
    mocks.use(existing);
    const { address } = open({ path: "/r/token#for=anna%40lind.example" });
    expect(await screen.findByLabelText("Your email")).toHaveProperty("value", "anna@lind.example");
    expect(address()).toBe("/r/token");
  });

  test("has one main heading, also while a code is awaited", async () => {
    mocks.use(existing, authSendsEmail());
    const { user } = open();
    await user.type(await screen.findByLabelText("Your email"), "anna@lind.example");
    await user.click(await sendCodeButton());
    await screen.findByRole("heading", { name: "Check your email", level: 2 });
    expect(screen.getAllByRole("heading", { level: 1 }).map(({ textContent }) => textContent)).toEqual([
      "Tax return 2026",
    ]);
    await user.click(screen.getByRole("button", { name: "Use another address" }));
    const field = await screen.findByLabelText("Your email");
    expect(field).toHaveProperty("value", "anna@lind.example");
    expect(document.activeElement).toBe(field);
  });

  test("an invalid link shows an error page that leads only to the inbox", async () => {
    mocks.use(missing);
    open();
    expect(await screen.findByRole("heading", { name: "This link doesn’t work" })).toBeDefined();
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.getByRole("link", { name: "See requests sent to you" }).getAttribute("href")).toBe(
      "/inbox",
    );
  });

  test("a network failure can be retried", async () => {
    mocks.use(networkDown());
    const { user } = open();
    const again = await screen.findByRole("button", { name: "Try again" });
    screen.getByRole("heading", { level: 1 });
    mocks.use(existing);
    await user.click(again);
    expect(await sendCodeButton()).toBeDefined();
  });
});

describe("a link opened while signed in", () => {
  const opensChecklist = [
    rpcAnswers({ fn: "join_request", returns: "r1" }),
    rpcAnswers({ fn: "request_people", returns: [] }),
    restAnswers({
      table: "requests",
      rows: [
        {
          id: "r1",
          title: "Tax return 2026",
          status: "open",
          workspaces: { name: "Okafor & Lind" },
          items: [],
          events: [],
          recipients: [],
        },
      ],
    }),
  ];

  test("opens the checklist when the request was sent to this account", async () => {
    mocks.use(...opensChecklist);
    open({ signedIn: true });
    expect(await screen.findByText("Only Okafor & Lind and you can see what you add.")).toBeDefined();
  });

  test("says that the session has ended elsewhere, with the address ready for a new code", async () => {
    mocks.use(existing, ...opensChecklist);
    open({ signedIn: true });
    await screen.findByText("Only Okafor & Lind and you can see what you add.");
    clearCookies();
    act(() => {
      window.dispatchEvent(new Event("focus"));
    });
    const notice = await screen.findByText(/^Your session has ended\./);
    expect(notice.getAttribute("role")).toBe("alert");
    const field = screen.getByLabelText("Your email");
    expect(field).toHaveProperty("value", "anna@lind.example");
    expect(document.activeElement).toBe(field);
  });

  test("names the account when the request was sent elsewhere and offers another address", async () => {
    mocks.use(
      existing,
      refused,
      authFails({ path: "/logout", status: 403, code: "session_not_found" }),
      sidecarSignsOut,
    );
    const { user } = open({ signedIn: true });
    expect(await screen.findByText("anna@lind.example")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Use another address" }));
    expect(await sendCodeButton()).toBeDefined();
    expect(document.cookie).not.toContain("sheaf-auth");
  });

  test("offers to ask for access with the account's address", async () => {
    mocks.use(existing, refused, rpcAnswers({ fn: "request_access", returns: undefined }));
    const { user } = open({ signedIn: true });
    await user.click(await screen.findByRole("button", { name: "Ask to be added" }));
    const asked = await screen.findByText(/You’ve asked nora@okafor\.example to add anna@lind\.example/);
    expect(document.activeElement).toBe(asked);
    expect(screen.queryByRole("button", { name: "Ask to be added" })).toBeNull();
  });

  test("says why access couldn't be requested", async () => {
    mocks.use(
      existing,
      refused,
      rpcFails({ fn: "request_access", status: 422, code: "PT422", message: "access.too_many" }),
    );
    const { user } = open({ signedIn: true });
    await user.click(await screen.findByRole("button", { name: "Ask to be added" }));
    expect(await screen.findByText(/Too many people have asked/)).toBeDefined();
    expect(screen.getByRole("button", { name: "Ask to be added" })).toBeDefined();
  });

  test("an invalid link shows the same error page as when signed out", async () => {
    mocks.use(missing, refused);
    open({ signedIn: true });
    expect(await screen.findByRole("heading", { name: "This link doesn’t work" })).toBeDefined();
  });
});
