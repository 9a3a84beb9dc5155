import { expect, test } from "vitest";
import { toDevices } from "./device.models.ts";

const row = (id: string, is_current: boolean) => ({
  id,
  created_at: "2026-11-20T09:00:00+00:00",
  last_used_at: null,
  user_agent: null,
  ip: null,
  is_current,
});

test("this device comes first, the others keep the service's order", () => {
  const devices = toDevices([row("phone", false), row("desk", true), row("library", false)]);
  expect(devices.map(({ id }) => id)).toEqual(["desk", "phone", "library"]);
});

test("unknown values are empty", () => {
  expect(toDevices([row("desk", true)])).toEqual([
    {
      id: "desk",
      signedInAt: "2026-11-20T09:00:00+00:00",
      lastUsedAt: "",
      userAgent: "",
      ip: "",
      isCurrent: true,
    },
  ]);
});
