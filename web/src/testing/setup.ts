import { scaled } from "@sheaf/testing/scaled";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { stubBrowserApis } from "./browser-stubs.ts";
import { clearCookies } from "./cookies.ts";
import { platformUrl } from "./mock-platform.ts";

stubBrowserApis();
describePage();
// The first page of a worker loads its modules from disk: seconds, or ten where other tests keep the cores busy.
configure({ asyncUtilTimeout: scaled(20_000) });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  clearCookies();
  document.title = "";
  // Any warning fails the test. A test that expects one sets its own spy.
  vi.spyOn(console, "error").mockImplementation(refuse("console.error"));
  vi.spyOn(console, "warn").mockImplementation(refuse("console.warn"));
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function refuse(where: string) {
  return (...args: unknown[]) => {
    throw new Error(`${where}: ${args.map(String).join(" ")}`);
  };
}

/** The `<meta>` elements with which the server configures the page. */
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
