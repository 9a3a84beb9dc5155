import { blockOtherOrigins } from "@sheaf/mocks/browser/block-other-origins";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

const platformUrl = "http://localhost:3002";
const far = "https://elsewhere.example/a.pdf";

const refused: string[] = [];
/** Stands in for the browser's own `window.open`. */
const opened = vi.fn<typeof window.open>(() => null);

beforeAll(() => {
  window.open = opened;
  blockOtherOrigins({ platformUrl, onBlocked: (request) => refused.push(request) });
});
beforeEach(() => {
  refused.length = 0;
  opened.mockClear();
});
afterEach(cleanup);

/** True if the browser would follow a clicked link. */
function follows(href: string, event = new MouseEvent("click", { bubbles: true, cancelable: true })) {
  render(
    <a href={href} target="_blank" rel="noreferrer">
      <strong>Terms</strong>
    </a>,
  );
  return screen.getByText("Terms").dispatchEvent(event);
}

test("a link to another origin opens no new window with any mouse button", () => {
  expect(follows(far)).toBe(false);
  cleanup();
  expect(follows(far, new MouseEvent("auxclick", { bubbles: true, cancelable: true, button: 1 }))).toBe(
    false,
  );
  expect(refused).toEqual([`link to ${far}`, `link to ${far}`]);
});

test("the context menu of a blocked link still opens", () => {
  expect(follows(far, new MouseEvent("auxclick", { bubbles: true, cancelable: true, button: 2 }))).toBe(true);
  expect(refused).toEqual([]);
});

test.each(["/requests", `${platformUrl}/auth/v1/verify`, "mailto:nora@okafor.example"])(
  "a link to %s is followed",
  (href) => {
    expect(follows(href)).toBe(true);
    expect(refused).toEqual([]);
  },
);

test("a script can't click a blocked link outside the document", () => {
  const pressed = vi.fn<() => void>();
  const link = Object.assign(document.createElement("a"), { href: far, target: "_blank", onclick: pressed });
  link.click();
  expect([pressed.mock.calls, refused]).toEqual([[], [`link to ${far}`]]);
  link.href = "/requests";
  link.click();
  expect(pressed).toHaveBeenCalledOnce();
});

test("a script can't open a window to another origin", () => {
  expect(window.open(far, "_blank", "noopener")).toBeNull();
  expect(opened).not.toHaveBeenCalled();
  expect(refused).toEqual([`window to ${far}`]);
  window.open("/requests", "_blank");
  expect(opened).toHaveBeenCalledWith("/requests", "_blank");
});
