import { authFails, authSendsEmail } from "@sheaf/mocks/handlers/auth";
import { networkDown } from "@sheaf/mocks/handlers/network";
import { restAnswers } from "@sheaf/mocks/handlers/rest";
import { act, screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { authSignsIn } from "../testing/auth-answers.ts";
import { mockPlatform } from "../testing/mock-platform.ts";
import { renderApp } from "../testing/render-app.tsx";
import { giveSessionCookie } from "../testing/sessions.ts";

const platform = mockPlatform();

async function askForCode(path = "/sign-in?next=/link-problem") {
  const app = renderApp(path);
  await app.user.type(await screen.findByLabelText("Your email"), " Anna@Lind.example ");
  await app.user.click(screen.getByRole("button", { name: "Send me a code" }));
  return app;
}

async function reachCodeStep(path?: string) {
  platform.use(authSendsEmail());
  const app = await askForCode(path);
  const field = await screen.findByLabelText("Code, 8 digits");
  return { ...app, field };
}

/** Accessible description of a field. */
function saidWith(field: HTMLElement): string {
  const ids = field.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
}

describe("requesting a code", () => {
  test("opens the code step with the normalized address", async () => {
    const { field } = await reachCodeStep();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Check your email");
    expect(screen.getByText("anna@lind.example")).toBeTruthy();
    expect(document.activeElement).toBe(field);
    expect(document.title).toBe("Sign in · Sheaf");
  });

  test("marks the flow as fresh, so that its link can be exchanged in this browser", async () => {
    await reachCodeStep();
    const flow = /sheaf-auth-flow-([\w-]+)-code-verifier=/.exec(document.cookie)?.[1];
    expect(flow).toBeDefined();
    expect(document.cookie).toContain(`sheaf-flow-${flow}=1`);
  });

  test("an incomplete address shows an error and sends nothing", async () => {
    const { user } = renderApp("/sign-in");
    const field = await screen.findByLabelText("Your email");
    await user.type(field, "anna{Enter}");
    expect(saidWith(field)).toBe("Check the address: it needs a name, an @ and a domain.");
    expect(field.getAttribute("aria-invalid")).toBe("true");
  });

  test("the hourly limit shows an error at the field", async () => {
    platform.use(
      authFails({
        path: "/otp",
        status: 429,
        code: "over_email_send_rate_limit",
        message: "email rate limit exceeded",
      }),
    );
    await askForCode();
    await screen.findByText(/We just sent an email/);
    expect(saidWith(screen.getByLabelText("Your email"))).toContain("wait a minute before asking again");
  });

  test("a second request within a minute continues to the code already sent", async () => {
    platform.use(
      authFails({
        path: "/otp",
        status: 429,
        code: "over_email_send_rate_limit",
        message: "For security purposes, you can only request this after 42 seconds.",
      }),
    );
    await askForCode();
    await screen.findByRole("heading", { name: "Check your email" });
    expect(screen.getByText(/^Send again in 0:4[12]$/)).toBeTruthy();
  });

  test("a first sign-in in two tabs at once continues to the code in both", async () => {
    platform.use(
      authFails({
        path: "/otp",
        status: 500,
        code: "unexpected_failure",
        message: "Database error saving new user",
        once: true,
      }),
      authFails({
        path: "/otp",
        status: 429,
        code: "over_email_send_rate_limit",
        message: "For security purposes, you can only request this after 59 seconds.",
      }),
    );
    await askForCode();
    await screen.findByRole("heading", { name: "Check your email" });
    expect(screen.getByText(/^Send again in 0:5[89]$/)).toBeTruthy();
  });

  test("a network that is used up is told when to come back, and that nothing is lost", async () => {
    const message = "Too many new accounts from this network. Try again in 1500 seconds.";
    platform.use(authFails({ path: "/otp", status: 429, code: "unknown", message }));
    await askForCode();
    await screen.findByText(/Many people in your network have just signed up/);
    expect(saidWith(screen.getByLabelText("Your email"))).toMatch(
      /signed up\. Try again (at|on) .*\d\d:\d\d( [AP]M)?; requests sent to you are safe\.$/,
    );
  });

  test("a sign-in service that fails twice shows an error and keeps the address", async () => {
    platform.use(authFails({ path: "/otp", status: 500, code: "unexpected_failure" }));
    await askForCode();
    await screen.findByText(/The service is unavailable right now/);
    expect(screen.getByLabelText("Your email")).toHaveProperty("value", "Anna@Lind.example");
  });

  test("a network failure shows an error and keeps the address", async () => {
    platform.use(networkDown());
    await askForCode();
    await screen.findByText(/We can’t reach the service/);
    expect(screen.getByLabelText("Your email")).toHaveProperty("value", "Anna@Lind.example");
  });

  test("does not reveal whether the address has an account", async () => {
    platform.use(
      authFails({ path: "/otp", status: 422, code: "otp_disabled", message: "Signups not allowed for otp" }),
    );
    await askForCode();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).not.toMatch(/account|exist|register|signup/i);
  });
});

describe("the code", () => {
  test("a wrong code shows an error at the field, and typing starts over", async () => {
    const { user, field } = await reachCodeStep();
    platform.use(authFails({ path: "/verify", status: 403, code: "otp_expired" }));
    await user.type(field, "11111111");
    await screen.findByText(/That code is wrong or no longer valid/);
    expect(saidWith(field)).toContain(
      "That code is wrong or no longer valid. If you confirmed the link on another device, the code has been used: send another one to sign in here too.",
    );
    await user.keyboard("4");
    expect(field).toHaveProperty("value", "4");
  });

  test("too many attempts show how long to wait", async () => {
    const { user, field } = await reachCodeStep();
    platform.use(authFails({ path: "/verify", status: 429, code: "over_request_rate_limit" }));
    await user.type(field, "11111111");
    await screen.findByText(/Too many attempts/);
    expect(saidWith(field)).toContain("Wait a few minutes");
  });

  test("stays in the field after a network failure and can be submitted again", async () => {
    const { user, field, address } = await reachCodeStep();
    platform.use(networkDown({ once: true }), authSignsIn({ email: "anna@lind.example" }));
    await user.type(field, "41970582");
    await screen.findByText(/We can’t reach the service/);
    expect(field).toHaveProperty("value", "41970582");
    await user.click(screen.getByRole("button", { name: "Continue" }));
    await screen.findByRole("heading", { name: "This link didn’t work" });
    expect(address()).toBe("/link-problem");
  });

  test("an incomplete code is not submitted", async () => {
    const { user, field } = await reachCodeStep();
    await user.type(field, "4197");
    await user.click(screen.getByRole("button", { name: "Continue" }));
    expect(saidWith(field)).toMatch(/ Enter all 8 digits of the code\.$/);
  });

  test("a pasted code signs in and continues to the destination", async () => {
    const { user, field, address } = await reachCodeStep(
      "/sign-in?next=%2Flink-problem%3Fcode%3Daccess_denied",
    );
    platform.use(authSignsIn({ email: "anna@lind.example" }));
    await user.click(field);
    await user.paste("4197 0582");
    await screen.findByRole("link", { name: "Continue to Sheaf" });
    expect(address()).toBe("/link-problem?code=access_denied");
    expect(localStorage.getItem("sheaf:sign-in-method")).toBe("code");
  });

  test("the code step survives a reload", async () => {
    await reachCodeStep();
    document.body.replaceChildren();
    renderApp("/sign-in?next=/link-problem");
    await screen.findByRole("heading", { name: "Check your email" });
  });

  test("a code for another destination starts a new sign-in", async () => {
    await reachCodeStep();
    document.body.replaceChildren();
    renderApp("/sign-in?next=/inbox");
    await screen.findByRole("heading", { name: "Sign in" });
  });

  test("is skipped after signing in by the link in another tab", async () => {
    await reachCodeStep();
    giveSessionCookie();
    act(() => {
      window.dispatchEvent(new Event("focus"));
    });
    await screen.findByRole("link", { name: "Continue to Sheaf" });
    expect(sessionStorage.getItem("sheaf:sign-in")).toBeNull();
  });

  test("is described by where it was sent", async () => {
    const { field } = await reachCodeStep();
    expect(saidWith(field)).toContain("We sent a link and a code to anna@lind.example.");
  });

  test("another address can be used instead, and a letter of the first corrected", async () => {
    const { user } = await reachCodeStep();
    await user.click(screen.getByRole("button", { name: "Use another address" }));
    const field = await screen.findByLabelText("Your email");
    expect(field).toHaveProperty("value", "Anna@Lind.example");
    expect(document.activeElement).toBe(field);
  });
});

test("the sign-up page asks for no password, and leads to the sign-in page and back", async () => {
  const { user, address } = renderApp("/sign-up?next=%2Frequests%2Fnew");
  await screen.findByText(/You don’t need a password/);
  expect(screen.queryByRole("button", { name: /password/i })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Send me a code" }));
  expect(saidWith(screen.getByLabelText("Your email"))).toContain("Enter an email address.");
  await user.click(screen.getByRole("link", { name: "Already have an account? Sign in" }));
  await screen.findByRole("heading", { name: "Sign in" });
  await user.click(screen.getByRole("link", { name: "New here? Sign up" }));
  await screen.findByRole("heading", { name: "Sign up" });
  expect(address()).toBe("/sign-up?next=%2Frequests%2Fnew");
});

test("an external destination is ignored", async () => {
  const { user, field, address } = await reachCodeStep("/sign-in?next=%2F%2Fevil.example");
  platform.use(
    authSignsIn(),
    restAnswers({ table: "members", rows: [] }),
    restAnswers({ table: "recipients", rows: [] }),
  );
  await user.type(field, "41970582");
  await screen.findByRole("heading", { name: "Set up your workspace" });
  expect(address()).toBe("/welcome");
});
