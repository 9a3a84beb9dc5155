import { refuseElsewhere } from "@sheaf/mocks/browser/refuse-elsewhere";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

const platformUrl = "http://localhost:3002";
const far = "https://elsewhere.example/a.pdf";

const refused: string[] = [];
/** What the browser itself would do, which it does not here. */
const opened = vi.fn<typeof window.open>(() => null);

beforeAll(() => {
  window.open = opened;
  refuseElsewhere({ platformUrl, onElsewhere: (request) => refused.push(request) });
});
beforeEach(() => {
  refused.length = 0;
  opened.mockClear();
});
afterEach(cleanup);

/** Whether the browser follows a link that is pressed. */
function follows(href: string, event = new MouseEvent("click", { bubbles: true, cancelable: true })) {
  render(
    <a href={href} target="_blank" rel="noreferrer">
      <strong>Terms</strong>
    </a>,
  );
  return screen.getByText("Terms").dispatchEvent(event);
}

test("a link to somebody else opens no new window, whichever button is pressed", () => {
  expect(follows(far)).toBe(false);
  cleanup();
  expect(follows(far, new MouseEvent("auxclick", { bubbles: true, cancelable: true, button: 1 }))).toBe(
    false,
  );
  expect(refused).toEqual([`link to ${far}`, `link to ${far}`]);
});

test("the menu of such a link can still be opened", () => {
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

test("a script presses no such link, though it stands nowhere", () => {
  const pressed = vi.fn<() => void>();
  const link = Object.assign(document.createElement("a"), { href: far, target: "_blank", onclick: pressed });
  link.click();
  expect([pressed.mock.calls, refused]).toEqual([[], [`link to ${far}`]]);
  link.href = "/requests";
  link.click();
  expect(pressed).toHaveBeenCalledOnce();
});

test("a script opens no window of somebody else", () => {
  expect(window.open(far, "_blank", "noopener")).toBeNull();
  expect(opened).not.toHaveBeenCalled();
  expect(refused).toEqual([`window to ${far}`]);
  window.open("/requests", "_blank");
  expect(opened).toHaveBeenCalledWith("/requests", "_blank");
});
