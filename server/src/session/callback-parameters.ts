import { type ErrorCode, isErrorCode } from "@sheaf/contract/errors/describe-error";
import type { LinkType } from "@sheaf/contract/sidecar";
import { codePattern, flowIdPattern, linkType, single } from "./parameters.ts";

export type Callback =
  | { kind: "code"; code: string; flowId: string | undefined; type: LinkType | undefined }
  /** The first of the two links of an e-mail change: accepted, and no session yet. */
  | { kind: "half-done" }
  | { kind: "failed"; code: ErrorCode };

const shortCode = /^\w{1,64}$/;

/** What the address of a callback says, reduced to words of our own; texts written by others are dropped here. */
export function readCallback(query: Readonly<Record<string, unknown>>): Callback {
  if ("error" in query || "error_code" in query) {
    const known = [query["error_code"], query["error"]]
      .map((value) => single(value, shortCode))
      .find((value) => value !== undefined && isErrorCode(value));
    return { kind: "failed", code: known !== undefined && isErrorCode(known) ? known : "unknown" };
  }
  if (!("code" in query)) {
    return "message" in query ? { kind: "half-done" } : { kind: "failed", code: "link.incomplete" };
  }

  const code = single(query["code"], codePattern);
  const flowId = single(query["sb_flow_id"], flowIdPattern);
  // Trying again without a broken flow id would consume the verifier of another sign-in.
  const flowIdBroken = "sb_flow_id" in query && flowId === undefined;
  if (code === undefined || flowIdBroken) return { kind: "failed", code: "link.incomplete" };
  return { kind: "code", code, flowId, type: linkType(query["type"]) };
}
