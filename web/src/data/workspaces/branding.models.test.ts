import { expect, test } from "vitest";
import { toBase64, toBranding } from "./branding.models.ts";

test("a logo survives its way to the database and back", async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, value) => value);
  const { logo, accent } = toBranding({ accent: "#1f4e8c", logo: await toBase64(new Blob([bytes])) });
  expect(new Uint8Array((await logo?.arrayBuffer()) ?? [])).toEqual(bytes);
  expect(accent).toBe("#1f4e8c");
});

test("a workspace without a logo has none", () => {
  expect(toBranding({ accent: null, logo: null })).toEqual({ accent: null, logo: null });
});
