import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { standInForBrowser } from "./browser-stand-ins.ts";
import { clearCookies } from "./cookies.ts";
import { platformUrl } from "./mock-platform.ts";

standInForBrowser();
describePage();
// The first page of a file loads its parts while every other file does the same: seconds are little on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  clearCookies();
  document.title = "";
  // A warning is a fault that nobody has met yet. A test that expects one says so with its own spy.
  vi.spyOn(console, "error").mockImplementation(refuse("console.error"));
  vi.spyOn(console, "warn").mockImplementation(refuse("console.warn"));
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function refuse(where: string) {
  return (...said: unknown[]) => {
    throw new Error(`${where}: ${said.map(String).join(" ")}`);
  };
}

/** The elements by which the server tells a page where it runs. */
function describePage(): void {
  const content = {
    "sheaf:platform-url": platformUrl,
    "sheaf:publishable-key": "sb_publishable_for_tests",
    "sheaf:max-file-bytes": "52428800",
  };
  for (const [name, value] of Object.entries(content)) {
    const meta = document.createElement("meta");
    meta.name = name;
    meta.content = value;
    document.head.append(meta);
  }
}
