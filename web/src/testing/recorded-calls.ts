import type { FunctionName } from "@sheaf/mocks/handlers/rest";
import type { MockServer } from "@sheaf/mocks/node";
import { http, HttpResponse } from "msw/http";

/** Answers calls of one function and records their arguments. */
export function recordedCalls(fn: FunctionName, returns: number | boolean | null = null) {
  const made: unknown[] = [];
  const taking: Parameters<MockServer["use"]>[number] = (url) =>
    http.post(`${url}/rest/v1/rpc/${fn}`, async ({ request }) => {
      made.push(await request.json());
      return HttpResponse.json(returns, { headers: { "access-control-allow-origin": "*" } });
    });
  return { made, taking };
}
