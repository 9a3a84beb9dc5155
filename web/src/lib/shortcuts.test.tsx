import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { turnSingleKeys } from "./single-keys.ts";
import { useShortcuts } from "./shortcuts.ts";

const handlers = { j: vi.fn(), Escape: vi.fn() };

beforeEach(() => {
  vi.resetAllMocks();
  renderHook(() => useShortcuts(handlers));
});
afterEach(() => turnSingleKeys("on"));

const press = (key: string, code: string) =>
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true }));

test.each([
  ["a Latin keyboard", "j", "KeyJ"],
  ["capitals", "J", "KeyJ"],
  ["a Russian keyboard", "о", "KeyJ"],
  ["a Greek keyboard", "ξ", "KeyJ"],
  ["a Dvorak keyboard, where J is elsewhere", "j", "KeyC"],
])("a letter is heard from %s", (_, key, code) => {
  press(key, code);
  expect(handlers.j).toHaveBeenCalledOnce();
});

test.each([
  ["the place of J on a Dvorak keyboard", "h", "KeyJ"],
  ["another key of a Russian keyboard", "л", "KeyK"],
])("%s is another letter", (_, key, code) => {
  press(key, code);
  expect(handlers.j).not.toHaveBeenCalled();
});

test("letters are not heard once single keys are off, and Escape still is", () => {
  turnSingleKeys("off");
  press("j", "KeyJ");
  press("Escape", "Escape");
  expect([handlers.j.mock.calls.length, handlers.Escape.mock.calls.length]).toEqual([0, 1]);
  expect(document.documentElement.dataset["singleKeys"]).toBe("off");
});
