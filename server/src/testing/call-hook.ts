import { createHmac, randomUUID } from "node:crypto";

/** A secret of Auth's hook in its form. */
export const hookSecret = `v1,whsec_${Buffer.from("a secret of the tests, long enough").toString("base64")}`;

export interface HookCall {
  /** An object is sent as JSON, a string as it is. */
  body: unknown;
  secret?: string;
  id?: string;
  /** Seconds from now. */
  signedIn?: number;
  /** In place of what is signed. */
  headers?: Record<string, string>;
  path?: string;
  method?: string;
}

/** Headers of Standard Webhooks, as Auth writes them. */
export function signedHeaders({ body, secret = hookSecret, id = randomUUID(), signedIn = 0 }: HookCall) {
  const timestamp = String(Math.floor(Date.now() / 1_000) + signedIn);
  const key = Buffer.from(secret.replace("v1,whsec_", ""), "base64");
  const signature = createHmac("sha256", key)
    .update(`${id}.${timestamp}.${textOf(body)}`)
    .digest("base64");
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}

/** Calls the worker's hook as Auth does. */
export async function callHook(
  url: string,
  { path = "/hooks/send-email", method = "POST", ...call }: HookCall,
): Promise<{ status: number; type: string | null; body: unknown }> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...signedHeaders(call), ...call.headers },
    ...(method !== "GET" && { body: textOf(call.body) }),
  });
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    body: await response.json(),
  };
}

const textOf = (body: unknown): string => (typeof body === "string" ? body : JSON.stringify(body));
