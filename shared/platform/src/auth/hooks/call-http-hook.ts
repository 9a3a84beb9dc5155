import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { AuthError } from "../auth.errors.ts";
import type { HttpHook } from "./hook.model.ts";

/** GoTrue's. */
const attempts = 3;

/** GoTrue's time limit for all attempts together, and its pause after one without a response. */
const goTrueTimes = { timeoutMs: 5_000, backoffMs: 2_000 };

/** Largest response. Bytes. */
const maxBytes = 200 * 1_024;

const failed = (message: string) => new AuthError(500, "unexpected_failure", message);

/**
 * Calls a hook as Standard Webhooks says. Each attempt has its own id and signature.
 *
 * @returns its JSON; undefined for a response without content.
 * @throws what Auth answers its own caller: `hook_timeout`, `hook_timeout_after_retry`,
 *   `hook_payload_invalid_content_type`, `hook_payload_over_size_limit`, `unexpected_failure`.
 */
export async function callHttpHook(
  { uri, secrets }: HttpHook,
  event: unknown,
  { timeoutMs, backoffMs } = goTrueTimes,
): Promise<unknown> {
  const body = JSON.stringify(event);
  const signal = AbortSignal.timeout(timeoutMs);
  const tooLate = () =>
    new AuthError(
      422,
      "hook_timeout",
      `Failed to reach hook within maximum time of ${(timeoutMs / 1_000).toFixed(6)} seconds`,
    );
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    let response: Response;
    try {
      response = await fetch(uri, { method: "POST", headers: headersFor(body, secrets), body, signal });
    } catch {
      if (signal.aborted) throw tooLate();
      if (attempt === attempts)
        throw new AuthError(422, "hook_timeout_after_retry", "Failed to reach hook after maximum retries");
      await wait(backoffMs, undefined, { signal }).catch(() => {
        throw tooLate();
      });
      continue;
    }
    const answer = await read(response).catch((error: unknown) => {
      throw signal.aborted ? tooLate() : error;
    });
    if (answer !== "again") return answer.json;
  }
  throw failed("Service currently unavailable due to hook");
}

function headersFor(body: string, secrets: readonly string[]): Record<string, string> {
  const id = randomUUID();
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^v1,whsec_/, ""), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(", "),
  };
}

async function read(response: Response): Promise<"again" | { json: unknown }> {
  const { status, headers } = response;
  if (status === 200 || status === 202) return { json: await jsonOf(response) };
  await response.body?.cancel();
  if (status === 204) return { json: undefined };
  if (status === 429 || status === 503) {
    // Any value will do, and none is waited for.
    if (headers.get("retry-after")) return "again";
    throw failed("Service currently unavailable due to hook");
  }
  if (status === 400) throw failed("Invalid payload sent to hook");
  if (status === 401) throw failed("Hook requires authorization token");
  throw failed(`Unexpected status code returned from hook: ${status}`);
}

const invalidType = (message: string) => new AuthError(400, "hook_payload_invalid_content_type", message);

async function jsonOf(response: Response): Promise<unknown> {
  const type = response.headers.get("content-type");
  if (type === null) throw invalidType("Invalid Content-Type: Missing Content-Type header");
  if (type.split(";")[0]?.trim().toLowerCase() !== "application/json") {
    throw invalidType(`Invalid JSON response. Received content-type: ${type}`);
  }
  const bytes = await response.arrayBuffer();
  if (bytes.byteLength > maxBytes) {
    throw new AuthError(
      422,
      "hook_payload_over_size_limit",
      `Payload size exceeded size limit of ${maxBytes} bytes`,
    );
  }
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    throw failed("Error unmarshaling JSON output.");
  }
}
