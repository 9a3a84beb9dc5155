import { authAnswers, authFails } from "@sheaf/mocks/handlers/auth";
import { networkDown } from "@sheaf/mocks/handlers/network";
import { rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { getSession } from "../lib/auth/session.ts";
import {
  accountOf,
  authRefreshes,
  authSignsIn,
  factorAccepts,
  type TestAccount,
} from "../testing/auth-answers.ts";
import { proofsOf } from "../testing/fresh-proof.ts";
import { mockPlatform } from "../testing/mock-platform.ts";
import { renderApp } from "../testing/render-app.tsx";
import { reachCard } from "../testing/security-page.ts";
import { giveSession, giveSessionCookie, sessionOf } from "../testing/sessions.ts";

const platform = mockPlatform();
const password = "four words in a row";
const short = { sessionId: "short" };
const phone = { id: "factor-1", name: "Phone" };
const isSet = "Your password has been set. Your other devices have been signed out.";

const pageState = () => ({ cookie: document.cookie, session: getSession() });

/** The person signed in long ago and submits a new password. */
async function submitPassword(account: TestAccount = {}, takes = ["short"]) {
  const app = await reachCard(platform, "Password", account);
  const proofs = proofsOf(...takes);
  const sent: unknown[] = [];
  const states: unknown[] = [];
  platform.use(
    ...proofs.handlers,
    authAnswers({
      method: "put",
      path: "/user",
      body: (body: unknown) => {
        sent.push(body);
        states.push(pageState());
        return accountOf(account);
      },
    }),
  );
  await app.user.click(app.card.getByRole("button", { name: "Set or change password" }));
  const typed = app.card.getByLabelText("New password");
  await app.user.type(typed, `${password}{Enter}`);
  const step = within(await app.card.findByRole("group", { name: "Confirm it’s you" }));
  return { ...app, ...proofs, step, typed, sent, states };
}

/** Accessible description of the step or of a field in it. */
function saidWith(element: HTMLElement): string {
  const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
}

describe("confirming by email", () => {
  test("sends a code, ends the session that it creates and carries out the change by itself", async () => {
    const { card, user, step, calls, sent, states } = await submitPassword();
    const before = pageState();
    expect(saidWith(card.getByRole("group"))).toBe(
      "You signed in a while ago. Before we set your password, confirm that it’s you.",
    );
    expect(card.getByRole("heading", { name: "Confirm it’s you" })).toBeTruthy();
    await step.findByText(/^We sent a code to/);
    const field = step.getByLabelText("Code, 8 digits");
    expect(document.activeElement).toBe(field);

    platform.use(authSignsIn(short));
    await user.type(field, "41970582");
    await card.findByText(isSet);
    expect(sent).toEqual([expect.objectContaining({ password })]);
    expect(calls).toEqual(["record password by session-1", "send", "record password by short", "end short"]);
    expect(states).toEqual([before]);
  });

  test("shows a wrong code at its field and takes another one", async () => {
    const { card, user, step, sent } = await submitPassword();
    platform.use(authFails({ path: "/verify", status: 403, code: "otp_expired" }));
    const field = step.getByLabelText("Code, 8 digits");
    await user.type(field, "11111111");
    await step.findByText(
      "That code is wrong or no longer valid. Check the latest email, or send another code.",
    );
    expect(sent).toEqual([]);
    platform.use(authSignsIn(short));
    await user.keyboard("41970582");
    await card.findByText(isSet);
  });

  test("asking again after cancelling waits for the code that was sent", async () => {
    const { step, user, calls } = await submitPassword();
    await step.findByText(/^We sent a code to/);
    await user.click(step.getByRole("button", { name: "Cancel" }));
    await user.click(screen.getByRole("button", { name: "Set password" }));
    const again = within(await screen.findByRole("group", { name: "Confirm it’s you" }));
    await again.findByText(/^We sent a code to/);
    expect(again.getByText(/^Send again in (1:00|0:5\d)$/)).toBeTruthy();
    expect(calls.filter((call) => call === "send")).toHaveLength(1);
  });

  test("waits as long as the service asks, then sends another code and empties the field", async () => {
    const app = await reachCard(platform, "Password");
    platform.use(...proofsOf().handlers);
    platform.use(
      authFails({
        path: "/otp",
        status: 429,
        code: "over_email_send_rate_limit",
        message: "For security purposes, you can only request this after 1 seconds.",
        once: true,
      }),
    );
    await app.user.click(app.card.getByRole("button", { name: "Set or change password" }));
    await app.user.type(app.card.getByLabelText("New password"), `${password}{Enter}`);
    await app.card.findByText(/We just sent an email/);
    await app.user.type(app.card.getByLabelText("Code, 8 digits"), "1234");
    await app.user.click(await app.card.findByRole("button", { name: "Send again" }));
    await app.card.findByText("We sent a new code to anna@lind.example. Earlier codes no longer work.", {
      selector: "p",
    });
    expect(app.card.getByLabelText("Code, 8 digits")).toHaveProperty("value", "");
  });

  test("says so when the email cannot be sent, and sends it on request", async () => {
    const app = await reachCard(platform, "Password");
    platform.use(...proofsOf().handlers);
    platform.use(authFails({ path: "/otp", status: 500, code: "unexpected_failure", once: true }));
    await app.user.click(app.card.getByRole("button", { name: "Set or change password" }));
    await app.user.type(app.card.getByLabelText("New password"), `${password}{Enter}`);
    await app.card.findByRole("alert");
    await app.user.click(await app.card.findByRole("button", { name: "Send again" }));
    await app.card.findByText(/^We sent a new code to/, { selector: "p" });
  });

  test("a failed sign-out doesn't delay the change", async () => {
    const { card, user, step } = await submitPassword();
    platform.use(authSignsIn(short), authFails({ path: "/logout", status: 503, code: "unexpected_failure" }));
    await user.type(step.getByLabelText("Code, 8 digits"), "41970582");
    await card.findByText(isSet);
  });

  test("refuses to prove another account, and ends that session too", async () => {
    const { user, step, calls, sent } = await submitPassword();
    platform.use(authSignsIn({ ...short, userId: "22222222-2222-4222-8222-222222222222" }));
    await user.type(step.getByLabelText("Code, 8 digits"), "41970582");
    await step.findByText(/That passkey belongs to a different account/);
    expect(calls.at(-1)).toBe("end short");
    expect(calls).not.toContain("record password by short");
    expect(sent).toEqual([]);
  });

  test("opening the emailed link in another tab continues here", async () => {
    const { card, takes } = await submitPassword();
    takes.push("by-link");
    giveSessionCookie({ sessionId: "by-link" });
    act(() => void dispatchEvent(new Event("focus")));
    await card.findByText(isSet);
  });
});

describe("confirming with a password", () => {
  test("is possible instead of the code", async () => {
    const { card, user, step, calls } = await submitPassword();
    await user.click(step.getByRole("button", { name: "Use your password instead" }));
    const field = step.getByLabelText("Password");
    expect(document.activeElement).toBe(field);
    platform.use(authFails({ path: "/token", status: 400, code: "invalid_credentials" }));
    await user.type(field, "not this one{Enter}");
    await step.findByText("That isn’t your password. Try again, or use an emailed code instead.");

    platform.use(authRefreshes(short));
    await user.type(field, "the present one{Enter}");
    await card.findByText(isSet);
    expect(calls.slice(-2)).toEqual(["record password by short", "end short"]);
  });
});

describe("confirming with an authenticator app", () => {
  const account: TestAccount = { factors: [phone], aal: "aal2" };

  test("renews the page's own session", async () => {
    const { card, user, step, calls, takes } = await submitPassword(account);
    expect(step.queryByRole("button", { name: "Use your password instead" })).toBeNull();
    platform.use(...factorAccepts({ factorId: phone.id }));
    platform.use(
      authFails({
        path: `/factors/${phone.id}/verify`,
        status: 422,
        code: "mfa_verification_failed",
        once: true,
      }),
    );
    await user.type(step.getByLabelText("Code, 6 digits"), "111111");
    await step.findByText(/That code isn’t correct/);
    takes.push("session-1");
    await user.keyboard("123456");
    await card.findByText(isSet);
    expect(calls).toEqual(["record password by session-1", "record password by session-1"]);
  });
});

const email = { id: "identity-1", provider: "email", email: "anna@lind.example" };
const github = { id: "identity-2", provider: "github", email: "anna@lind.example" };
const device = {
  created_at: "2026-11-01T09:00:00+00:00",
  last_used_at: "2026-11-02T09:00:00+00:00",
  user_agent: "",
  ip: "203.0.113.7",
  aal: "aal1",
};
const devices = [
  { ...device, id: "desk", is_current: true },
  { ...device, id: "library", is_current: false },
  { ...device, id: "phone", is_current: false },
];
const passkey = { id: "passkey-1", friendly_name: "Laptop", created_at: "2026-11-01T09:00:00Z" };

describe("after a sign-in long ago", () => {
  test.each([
    ["Email", "email", ["Change your email", "New email", "Email both addresses"]],
    ["Two-factor authentication", "factors", ["Add another app", "Continue"]],
    ["Two-factor authentication", "factors", ["Remove Phone", "Remove"]],
    ["Backup codes", "backup_codes", ["Create new codes"]],
    ["Passkeys", "passkeys", ["Add a passkey"]],
    ["Passkeys", "passkeys", ["Remove Laptop", "Remove"]],
    ["Linked accounts", "identities", ["Remove GitHub", "Remove"]],
    ["Signed-in devices", "sessions", [/^Sign out Unknown device/, "Sign out"]],
    ["Signed-in devices", "sessions", ["Sign out all other devices", "Sign out all other devices"]],
  ] as const)("%s asks for a proof of %s first: %j", async (card, act, presses) => {
    vi.stubGlobal("PublicKeyCredential", Object);
    onTestFinished(() => void vi.unstubAllGlobals());
    const { calls, handlers } = proofsOf();
    platform.use(authAnswers({ path: "/passkeys", body: [passkey] }));
    const app = reachCard(platform, card, { factors: [phone], identities: [email, github], aal: "aal2" });
    platform.use(...handlers, rpcAnswers({ fn: "my_sessions", returns: devices }));
    const { user } = await app;
    for (const press of presses) {
      if (press === "New email") {
        await user.type(screen.getByLabelText(press), "anna@new.example");
        continue;
      }
      const buttons = await screen.findAllByRole("button", { name: press });
      await user.click(buttons.at(-1) ?? document.body);
    }
    const step = within(await screen.findByRole("group", { name: "Confirm it’s you" }));
    await step.findByLabelText("Code, 6 digits");
    expect(calls).toEqual([`record ${act} by session-1`]);
  });
});

describe("cancelling", () => {
  test("returns to the form with everything that was typed, and changes nothing", async () => {
    const { card, user, step, typed, sent } = await submitPassword();
    await user.click(step.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(document.activeElement).toBe(typed));
    expect(typed).toHaveProperty("value", password);
    expect(card.queryByRole("alert", { name: /./ })).toBeNull();
    expect(card.queryByRole("group", { name: "Confirm it’s you" })).toBeNull();
    expect(sent).toEqual([]);
  });

  test("returns to a dialog and its button", async () => {
    const { user } = await reachCard(platform, "Delete account");
    platform.use(...proofsOf().handlers, rpcAnswers({ fn: "sole_ownerships", returns: [] }));
    await user.click(screen.getByRole("button", { name: "Delete my account" }));
    await user.type(await screen.findByLabelText(/^Type anna/), "anna@lind.example");
    await user.click(screen.getByRole("button", { name: "Delete account" }));
    const step = within(await screen.findByRole("dialog", { name: "Confirm it’s you" }));
    expect(step.queryByRole("button", { name: "Delete account" })).toBeNull();
    await user.click(step.getByRole("button", { name: "Cancel" }));
    const dialog = within(screen.getByRole("dialog", { name: "Delete your account?" }));
    expect(dialog.getByLabelText(/^Type anna/)).toHaveProperty("value", "anna@lind.example");
    await waitFor(() =>
      expect(document.activeElement).toBe(dialog.getByRole("button", { name: "Delete account" })),
    );
    expect(dialog.queryByText(/confirm that it’s you/)).toBeNull();
  });
});

test.each([
  ["serves another attempt", "2100-01-01T00:00:00+00:00", 1],
  ["is recorded again if it has expired", "2020-01-01T00:00:00+00:00", 2],
])("a proof whose act failed %s", async (_, validUntil, recorded) => {
  const { card, user } = await reachCard(platform, "Backup codes", { factors: [phone], aal: "aal2" });
  const { calls, proof, handlers } = proofsOf("session-1");
  proof.validUntil = validUntil;
  const failsOnce = { status: 500, code: "XX000", message: "internal error", once: true };
  platform.use(...handlers, rpcFails({ fn: "create_backup_codes", ...failsOnce }));
  await user.click(card.getByRole("button", { name: "Create new codes" }));
  await card.findByText(/Try again/);
  await user.click(card.getByRole("button", { name: "Create new codes" }));
  await screen.findByText("0a1b-2c3d-4e5f");
  expect(calls).toHaveLength(recorded);
});

describe("a proof that has been used up since", () => {
  test("is asked for again, and then the error is shown", async () => {
    const { card, user } = await reachCard(platform, "Backup codes", { factors: [phone], aal: "aal2" });
    const { calls, handlers } = proofsOf("session-1");
    platform.use(
      ...handlers,
      rpcFails({
        fn: "create_backup_codes",
        status: 403,
        code: "PT403",
        message: "proof.required",
      }),
    );
    await user.click(card.getByRole("button", { name: "Create new codes" }));
    await card.findByText("Please confirm again that it’s you. Try again.");
    expect(calls).toEqual(["record backup_codes by session-1", "record backup_codes by session-1"]);
  });

  test("a network failure is shown on the form and asks for no confirmation", async () => {
    const { card, user } = await reachCard(platform, "Backup codes", { factors: [phone], aal: "aal2" });
    platform.use(networkDown({ once: true }));
    await user.click(card.getByRole("button", { name: "Create new codes" }));
    await card.findByText(/We can’t reach the service/);
    expect(card.queryByRole("group")).toBeNull();
  });
});

test("after a backup code, another one opens the setup of the new app again", async () => {
  const session = sessionOf();
  giveSession({ ...session, user: { ...session.user, app_metadata: { must_enroll: true } } });
  const { calls, takes, handlers } = proofsOf();
  platform.use(...handlers);
  const { user } = renderApp("/mfa");
  await user.click(await screen.findByRole("button", { name: "Set up an authenticator app" }));
  const step = within(await screen.findByRole("group", { name: "Confirm it’s you" }));
  const field = step.getByLabelText("Backup code");
  platform.use(rpcAnswers({ fn: "use_backup_code", returns: "wrong", once: true }));
  await user.type(field, "0a1b-2c3d-4e5f{Enter}");
  await step.findByText(/That backup code isn’t right/);

  takes.push("session-1");
  platform.use(
    rpcAnswers({ fn: "use_backup_code", returns: "used" }),
    authRefreshes(),
    authAnswers({
      method: "post",
      path: "/factors",
      body: { id: "f2", type: "totp", totp: { qr_code: "<svg/>", secret: "JBSWY3DPEHPK3PXP", uri: "" } },
    }),
  );
  await user.type(field, "6g7h-8j9k-0m1n{Enter}");
  await screen.findByLabelText("Then enter the 6-digit code it shows");
  expect(calls).toEqual(["record factors by session-1", "record factors by session-1"]);
});
