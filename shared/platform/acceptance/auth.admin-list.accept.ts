import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import { askAsAdmin, createAccount, newServer, type Account } from "./auth.admin.ts";

covers("GET /auth/v1/admin/users");

const invalid = { status: 400, body: { code: "validation_failed" } };

describe("the user list", () => {
  /** Several accounts that match one filter. */
  async function several(count: number) {
    const mark = randomUUID().replace(/\d/g, "x");
    const accounts: Account[] = [];
    for (let n = 0; n < count; n++)
      accounts.push(await createAccount({ email: `${n}-${mark}@mail.example` }));
    return { mark, emails: accounts.map(({ email }) => email).toReversed() };
  }

  async function list(query: Record<string, string>) {
    const { status, body, headers } = await askAsAdmin(
      "GET",
      `/admin/users?${new URLSearchParams(query).toString()}`,
    );
    expect(status).toBe(200);
    const { users, aud } = body as { users: Account[]; aud: string };
    expect(aud).toBe("authenticated");
    const emails = users.map(({ email }) => email);
    return { emails, total: headers.get("x-total-count"), link: headers.get("link") };
  }

  test("is paged, newest first, with links to the next and the last page", async () => {
    const { mark, emails } = await several(3);
    const query = { filter: mark, per_page: "2" };
    const first = await list(query);
    expect(first).toMatchObject({ emails: emails.slice(0, 2), total: "3" });
    expect(first.link?.split(", ").map((part) => part.replace(/<.*[?&](page=\d+)[&>].*;/, "$1"))).toEqual([
      'page=2 rel="next"',
      'page=2 rel="last"',
    ]);
    const last = await list({ ...query, page: "2" });
    expect(last.emails).toEqual(emails.slice(2));
    expect(last.link).not.toContain('rel="next"');
    expect((await list({ ...query, page: "3" })).emails).toEqual([]);
    expect((await list({ ...query, sort: "created_at asc" })).emails).toEqual(emails.slice(1).toReversed());
  });

  test("is filtered by part of the address or of the full name", async () => {
    const full_name = `Ann ${randomUUID()}`;
    const { email } = await createAccount({ user_metadata: { full_name } });
    expect((await list({ filter: email.slice(3) })).emails).toEqual([email]);
    expect((await list({ filter: full_name.toUpperCase() })).emails).toEqual([email]);
    expect(await list({ filter: randomUUID() })).toMatchObject({ emails: [], total: "0" });
  });

  test("is read page by page by the client library", async () => {
    await several(2);
    const { data } = await newServer().auth.admin.listUsers({ page: 1, perPage: 1 });
    expect(data.users).toHaveLength(1);
    expect(data).toMatchObject({ aud: "authenticated", nextPage: 2 });
    const rest = await newServer().auth.admin.listUsers({ page: 2, perPage: 1 });
    expect(rest.data.users[0]?.id).not.toBe(data.users[0]?.id);
  });

  test("has fifty entries per page by default", async () => {
    const all = await list({});
    expect(all.emails.length).toBe(Math.min(50, Number(all.total)));
  });

  test("refuses pages of size zero", async () => {
    // 2.196 divides by zero here and answers 500.
    expect([400, 500]).toContain((await askAsAdmin("GET", "/admin/users?per_page=0")).status);
  });

  test.each(["page=x", "page=-1", "per_page=1.5", "sort=email", "sort=created_at+up"])(
    "refuses %s",
    async (query) => {
      expect(await askAsAdmin("GET", `/admin/users?${query}`)).toMatchObject(invalid);
    },
  );
});
