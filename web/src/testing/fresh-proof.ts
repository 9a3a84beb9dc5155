import type { ProofAct } from "@sheaf/contract/proof-acts";
import type { MockServer } from "@sheaf/mocks/node";
import { HttpResponse, http } from "msw/http";

/** A call that belongs to proving who the user is. */
type ProofCall = `record ${ProofAct} by ${string}` | `end ${string}` | "send";

/**
 * The database accepts proofs of these sessions only. `calls` lists what the page did, in order, with session ids.
 *
 * @param takes sessions that are recent enough.
 */
export function proofsOf(...takes: string[]) {
  const calls: ProofCall[] = [];
  const proof = { validUntil: "2100-01-01T00:00:00+00:00" };
  const handlers: Parameters<MockServer["use"]>[number][] = [
    (platformUrl) =>
      http.post<never, { act: ProofAct }>(`${platformUrl}/rest/v1/rpc/record_proof`, async ({ request }) => {
        const session = sessionIn(request);
        const { act } = await request.json();
        calls.push(`record ${act} by ${session}`);
        return takes.includes(session)
          ? HttpResponse.json(proof.validUntil)
          : HttpResponse.json(
              { code: "PT403", message: "proof.required", details: null, hint: null },
              { status: 403 },
            );
      }),
    (platformUrl) =>
      http.post(`${platformUrl}/auth/v1/logout`, ({ request }) => {
        calls.push(`end ${sessionIn(request)}`);
        return new HttpResponse(null, { status: 204 });
      }),
    (platformUrl) =>
      http.post<never, { create_user: boolean }>(`${platformUrl}/auth/v1/otp`, async ({ request }) => {
        const { create_user } = await request.json();
        calls.push("send");
        return create_user ? new HttpResponse(null, { status: 400 }) : HttpResponse.json({});
      }),
  ];
  return { calls, takes, proof, handlers };
}

function sessionIn(request: Request): string {
  const claims = request.headers.get("authorization")?.split(".")[1] ?? "";
  const { session_id } = JSON.parse(Buffer.from(claims, "base64url").toString());
  return String(session_id);
}
