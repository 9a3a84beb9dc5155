import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw/http";
import { expect, onTestFinished, test } from "vitest";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { Panel } from "./panel.tsx";
import { storeOpening } from "./recording-opening.ts";

const platform = mockPlatform();

test("the bar says in words that a recording is under way, until the tape is saved", async () => {
  onTestFinished(() => sessionStorage.clear());
  platform.use(() => http.post("*/recorder/save", () => HttpResponse.json({ interactions: 3 })));
  storeOpening({ startPath: "/requests" });
  const user = userEvent.setup();
  const { unmount } = render(<Panel kind="recording" />);
  onTestFinished(unmount);
  await user.click(screen.getByRole("button", { name: "Recording…" }));
  await user.type(screen.getByLabelText("Name"), "by-hand");
  await user.type(screen.getByLabelText("Description"), "A tape made by hand.");
  await user.click(screen.getByRole("button", { name: "Save tape" }));
  await screen.findByRole("button", { name: "Record a tape" });
  expect(screen.getByRole("status").textContent).toBe(
    "Saved as shared/mocks/tapes/by-hand.json, with 3 interactions.",
  );
});
