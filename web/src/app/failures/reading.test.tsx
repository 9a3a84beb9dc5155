import type { ErrorCode } from "@sheaf/contract/errors/describe-error";
import { rpcAnswers } from "@sheaf/mocks/handlers/rest";
import type { ScenarioName } from "@sheaf/mocks/scenarios/scenarios";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { playTape } from "../../testing/play-tape.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { type ReadingScreen, readingScreens } from "../../testing/screens/reading-screens.ts";
import { findErrorText } from "../../testing/screens/find-error.ts";

const platform = mockPlatform();

/** Request of the page redirected to; these recordings don't contain it. */
const linkIntroduces = rpcAnswers({
  fn: "peek_request",
  returns: [
    {
      title: "Tax return 2026",
      workspace_name: "Okafor & Lind",
      sender_name: "Nora Okafor",
      sender_email: "nora@okafor.example",
      due_on: "2026-11-27",
      accent: null,
      logo: null,
      workspace_since: "2025-03-01",
      requests_done: 42,
      retain_days: 90,
      retain_sensitive_days: 90,
      item_titles: [],
    },
  ],
});

/** Skeletons of lists and requests say so, others are marked. */
const isLoading = () =>
  screen.queryByText(/^Loading /) !== null || document.querySelector("[aria-busy=true]") !== null;

async function failAndRetry(
  { tape, shows }: ReadingScreen,
  scenario: ScenarioName,
  code: ErrorCode,
): Promise<void> {
  const { path, put } = await playTape(platform, tape, scenario);
  const { user } = renderApp(path);
  await screen.findAllByRole("button", { name: "Try again" });
  await findErrorText(code);
  await waitFor(() => expect(document.querySelector("[aria-busy=true]")).toBeNull());
  put();
  // A page with several sections has one button per section.
  for (const again of await screen.findAllByRole("button", { name: "Try again" })) await user.click(again);
  await shows();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Try again" })).toBeNull());
}

describe.each(readingScreens)("$name", (reading) => {
  test("shows the error while the platform is unreachable and loads on retry", () =>
    failAndRetry(reading, "unreachable", "network.unreachable"));

  test("shows a loading state while the platform is slow", async () => {
    const { path } = await playTape(platform, reading.tape, "slow");
    renderApp(path);
    await waitFor(() => expect(isLoading()).toBe(true));
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });
});

// Every screen shows an error the same way, so the other kinds are met by a list, a request and a visitor's page.
describe.each(["the list of requests", "a request", "a link for a signed-out visitor"])("%s", (name) => {
  const reading = readingScreens.find((each) => each.name === name);
  if (!reading) throw new Error(`There is no screen ${name}.`);

  test.each([
    ["offline", "network.unreachable"],
    ["broken", "XX000"],
    ["malformed", "unknown"],
  ] as const)("shows the error when the platform is %s and loads on retry", (scenario, code) =>
    failAndRetry(reading, scenario, code),
  );
});

const signedInScreens = readingScreens.filter(({ afterSignOut }) => afterSignOut !== null);

describe.each(signedInScreens)("$name, signed in", ({ tape, shows, afterSignOut }) => {
  test("loads with a refreshed token when the access token has expired", async () => {
    const { path } = await playTape(platform, tape, "expired");
    renderApp(path);
    await shows();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  test("redirects to sign-in when the session was ended elsewhere", async () => {
    const { path } = await playTape(platform, tape, "refresh-refused");
    platform.use(linkIntroduces);
    const { address } = renderApp(path);
    if (afterSignOut) await screen.findByText(afterSignOut.shows);
    else {
      await screen.findByText(/Your session has ended/);
      expect(address()).toBe(`/sign-in?next=${encodeURIComponent(path)}&reason=session-ended`);
    }
    expect(document.cookie).toBe("");
  });
});

test("a slow platform's data appears eventually", async () => {
  const { path } = await playTape(platform, "profile", "slow");
  renderApp(path);
  await screen.findByDisplayValue("Nora Okafor");
});

// Only Auth is involved, so the database scenarios don't apply.
test.each(["unreachable", "offline"] as const)(
  "the second factor prompt appears on retry when the account could not be loaded (%s)",
  async (scenario) => {
    const { path, put } = await playTape(platform, "mfa-two-apps", scenario);
    const { user, address } = renderApp(path);
    const again = await screen.findByRole("button", { name: "Try again" });
    await findErrorText("network.unreachable");
    expect(address()).toMatch(/^\/mfa\?next=/);
    put();
    await user.click(again);
    await screen.findByLabelText("Code, 6 digits");
  },
);
