import { afterEach, expect, test } from "vitest";
import { deviceStore } from "./browser-store.ts";

afterEach(() => void Reflect.deleteProperty(globalThis, "localStorage"));

function storageIs(get: () => unknown): void {
  Object.defineProperty(globalThis, "localStorage", { configurable: true, get });
}

test("a written value can be read until it is removed", () => {
  const entries = new Map<string, string>();
  storageIs(() => ({
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
  }));
  deviceStore.write("theme", "dark");
  expect(deviceStore.read("theme")).toBe("dark");
  deviceStore.write("theme", undefined);
  expect(deviceStore.read("theme")).toBeNull();
});

test("blocked storage reads nothing and does not throw", () => {
  storageIs(() => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  });
  expect(() => deviceStore.write("theme", "dark")).not.toThrow();
  expect(deviceStore.read("theme")).toBeNull();
});
