import type { ErrorCode } from "@sheaf/contract/errors/describe-error";
import type { ScenarioName } from "@sheaf/mocks/scenarios/scenarios";
import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { playTape } from "../../testing/play-tape.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { type Form, forms } from "../../testing/screens/forms.ts";
import { findErrorText } from "../../testing/screens/find-error.ts";

const platform = mockPlatform();

async function failAndRetry(
  { tape, path, fill, send, typed, sent }: Form,
  scenario: ScenarioName,
  code: ErrorCode,
): Promise<void> {
  const { path: opens, put } = await playTape(platform, tape);
  const { user } = renderApp(path ?? opens);
  await fill(user);
  put(scenario);
  await send(user);
  await findErrorText(code);
  for (const [label, value] of Object.entries(typed)) {
    expect(screen.getByLabelText(label)).toHaveProperty("value", value);
  }
  if (!sent) return;
  put();
  await send(user);
  await sent();
}

test.each(forms)(
  "$name keeps the entered text while the platform is unreachable, and submits on retry",
  (form) => failAndRetry(form, "unreachable", "network.unreachable"),
);

const formNamed = (name: string) => {
  const form = forms.find((each) => each.name === name);
  if (!form) throw new Error(`There is no form ${name}.`);
  return form;
};

// Every form shows an error the same way, so each kind of error is tested with one form for each service.
describe("after any error, the text stays and is submitted on retry", () => {
  test.each([
    ["signing in", "offline", "network.unreachable"],
    ["signing in", "rate-limited", "over_request_rate_limit"],
    ["a password in the settings", "rate-limited", "over_request_rate_limit"],
    ["a new request", "offline", "network.unreachable"],
    ["a new request", "forbidden", "42501"],
    ["a new request", "conflict", "23505"],
    ["a new request", "broken", "XX000"],
    ["the name in the profile", "forbidden", "42501"],
    ["a written answer", "conflict", "23505"],
    ["returning an item", "broken", "XX000"],
  ] as const)("%s: %s", (name, scenario, code) => failAndRetry(formNamed(name), scenario, code));
});
