import { describe, expect, test } from "vitest";
import { withoutProviderTokens } from "./provider-tokens.ts";

const answering = (body: unknown, init?: ResponseInit) =>
  withoutProviderTokens(() => Promise.resolve(Response.json(body, init)))("http://platform.example");

describe("the tokens of a provider", () => {
  test("are removed from the session in the sidecar", async () => {
    const session = { access_token: "a", refresh_token: "r", user: { id: "1" } };
    const response = await answering({ ...session, provider_token: "p", provider_refresh_token: "q" });
    expect(await response.json()).toEqual(session);
  });

  test("don't change error responses", async () => {
    const headers = { "X-Supabase-Api-Version": "2024-01-01" };
    const response = await answering({ code: "flow_state_expired" }, { status: 422, headers });
    expect(response.status).toBe(422);
    expect(response.headers.get("X-Supabase-Api-Version")).toBe("2024-01-01");
    expect(await response.json()).toEqual({ code: "flow_state_expired" });
  });
});
