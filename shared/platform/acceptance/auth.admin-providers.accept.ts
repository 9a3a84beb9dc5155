import { expect, test } from "vitest";
import { askAsAdmin } from "./auth.admin.ts";
import { ask } from "./auth.client.ts";
import { covers } from "./coverage/covers.ts";

covers(
  "GET /auth/v1/admin/audit",
  "GET /auth/v1/admin/sso/providers",
  "GET /auth/v1/admin/custom-providers",
  "POST /auth/v1/admin/custom-providers",
);

test.each(["/admin/audit", "/admin/sso/providers", "/admin/custom-providers"])(
  "%s is for administrators only",
  async (path) => {
    expect(await ask("GET", path)).toMatchObject({ status: 403, body: { code: "not_admin" } });
  },
);

test("the audit log is paged", async () => {
  const { status, headers, body } = await askAsAdmin("GET", "/admin/audit?per_page=5");
  expect(status).toBe(200);
  expect(body).toEqual(expect.any(Array));
  expect(Number(headers.get("x-total-count"))).toBeGreaterThanOrEqual(0);
  expect(headers.get("link")).toContain('rel="last"');
});

test.each(["page=x", "query=nonsense", "query=person:ann"])("the audit log refuses %s", async (query) => {
  expect(await askAsAdmin("GET", `/admin/audit?${query}`)).toMatchObject({
    status: 400,
    body: { code: "validation_failed" },
  });
});

test("no SSO provider is configured", async () => {
  const { status, body } = await askAsAdmin("GET", "/admin/sso/providers");
  expect(status).toBe(200);
  // Go writes an empty list as null or [].
  expect((body as { items: unknown[] | null }).items ?? []).toEqual([]);
});

test("no custom provider is configured", async () => {
  const { status, body } = await askAsAdmin("GET", "/admin/custom-providers");
  // 404 feature_disabled where the platform switches them off.
  expect([200, 404]).toContain(status);
  if (status === 200) expect((body as { providers: unknown[] | null }).providers ?? []).toEqual([]);
  expect((await askAsAdmin("GET", "/admin/custom-providers?type=ldap")).status).toBeGreaterThanOrEqual(400);
});

test("a custom provider without settings is refused", async () => {
  const { status } = await askAsAdmin("POST", "/admin/custom-providers", {});
  expect([400, 404]).toContain(status);
});
