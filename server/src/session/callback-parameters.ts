import { type ErrorCode, isErrorCode } from "@sheaf/contract/errors/describe-error";
import { isNewAccountLimit } from "@sheaf/contract/hook-refusals";
import type { CallbackType } from "@sheaf/contract/sidecar";
import { callbackType, codePattern, flowIdPattern, single } from "./parameters.ts";

export type Callback = { flowId: string | undefined; type: CallbackType | undefined } & (
  | { kind: "code"; code: string }
  /** Also the first of the two links of an email change: accepted, but without a session. */
  | { kind: "problem"; code: ErrorCode }
);

const shortCode = /^\w{1,64}$/;

/** The callback's parameters, reduced to our own vocabulary; text written by others is dropped. */
export function readCallback(query: Readonly<Record<string, unknown>>): Callback {
  const type = callbackType(query["type"]);
  const flowId = single(query["sb_flow_id"], flowIdPattern);
  if ("error" in query || "error_code" in query) {
    const known = [query["error_code"], query["error"]]
      .map((value) => single(value, shortCode))
      .find((value) => value !== undefined && isErrorCode(value));
    const { error_description: description } = query;
    const isLimit = typeof description === "string" && isNewAccountLimit(description);
    const other = isLimit ? "over_new_account_limit" : "unknown";
    const code = known !== undefined && isErrorCode(known) ? known : other;
    return { kind: "problem", code, flowId, type };
  }
  if (!("code" in query)) {
    return "message" in query
      ? { kind: "problem", code: "email_change.half_done", flowId, type: "email_change" }
      : { kind: "problem", code: "link.incomplete", flowId, type };
  }

  const code = single(query["code"], codePattern);
  // Retrying without the malformed flow ID would consume another sign-in's verifier.
  const flowIdBroken = "sb_flow_id" in query && flowId === undefined;
  if (code === undefined || flowIdBroken) return { kind: "problem", code: "link.incomplete", flowId, type };
  return { kind: "code", code, flowId, type };
}
