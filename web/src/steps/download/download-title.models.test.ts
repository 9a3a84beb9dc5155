import { expect, test } from "vitest";
import { downloadTitle } from "./download-title.models.ts";

test("a download with files is complete", () => {
  expect(
    downloadTitle({ status: "done", count: 3, total: 100, unverified: 0, setAside: 0, altered: [] }),
  ).toBe("Download complete");
});

test("a download without files is not called complete", () => {
  expect(downloadTitle({ status: "done", count: 0, total: 0, unverified: 0, setAside: 0, altered: [] })).toBe(
    "Index saved",
  );
});
