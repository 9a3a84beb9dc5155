import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { playTape } from "../../testing/play-tape.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { forms } from "../../testing/screens/forms.ts";
import { findErrorText } from "../../testing/screens/find-error.ts";

const platform = mockPlatform();

describe.each(forms)("$name", ({ tape, path, fill, send, typed, sent, meets }) => {
  test.each(meets)("keeps the entered text after a %s error and submits on retry", async (scenario, code) => {
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
  });
});
