import type { Context } from "hono";
import { AuthError } from "./auth.errors.ts";
import { isUuid } from "./uuid.ts";

export type Body = Readonly<Record<string, unknown>>;

const maxBodyBytes = 1024 * 1024;

/** Waits for the body. Before a transaction: a slow sender would otherwise hold it, and its locks, open. */
export async function bodyArrived(c: Context): Promise<void> {
  await c.req.text();
}

/** The JSON object that was sent. @throws `bad_json`, `request_entity_too_large`. */
export async function readBody(c: Context): Promise<Body> {
  const text = await c.req.text();
  if (Buffer.byteLength(text) > maxBodyBytes) {
    throw new AuthError(413, "request_entity_too_large", "Request body exceeds the limit of 1 MB");
  }
  const parsed = parse(text);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) throw badJson("not an object");
  return parsed as Body;
}

/** A text field; absent and null are the empty text, as the service's typed parser has it. */
export function textField(body: Body, name: string): string {
  const value = body[name] ?? "";
  if (typeof value !== "string") throw badJson(`${name} is not a string`);
  return value;
}

/** A UUID field, undefined where absent or empty. */
export function uuidField(body: Body, name: string): string | undefined {
  const value = textField(body, name);
  if (value === "") return undefined;
  if (!isUuid(value)) throw badJson(`${name} is not a UUID`);
  return value;
}

/** An object field, empty where absent or null. */
export function objectField(body: Body, name: string): Readonly<Record<string, unknown>> {
  const value = body[name] ?? {};
  if (typeof value !== "object" || Array.isArray(value)) throw badJson(`${name} is not an object`);
  return value as Readonly<Record<string, unknown>>;
}

export function booleanField(body: Body, name: string, otherwise: boolean): boolean {
  const value = body[name] ?? otherwise;
  if (typeof value !== "boolean") throw badJson(`${name} is not a boolean`);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badJson("not JSON");
  }
}

function badJson(why: string): AuthError {
  return new AuthError(400, "bad_json", `Could not parse request body as JSON: ${why}`);
}
