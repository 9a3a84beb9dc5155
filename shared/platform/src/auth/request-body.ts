import type { Context } from "hono";
import { AuthError } from "./auth.errors.ts";
import { isUuid } from "./uuid.ts";

export type Body = Readonly<Record<string, unknown>>;

const maxBodyBytes = 1024 * 1024;

/** What has arrived of each request's body; undefined where it was too large to be kept. */
const arrived = new WeakMap<Request, Promise<string | undefined>>();

/** Waits for the body. Before a transaction: a slow sender would otherwise hold it, and its locks, open. */
export async function bodyArrived(c: Context): Promise<void> {
  await arrival(c.req.raw);
}

/** The text that was sent. @throws `request_entity_too_large`. */
export async function readText(c: Context): Promise<string> {
  const text = await arrival(c.req.raw);
  if (text === undefined) {
    throw new AuthError(413, "request_entity_too_large", "Request body exceeds the limit of 1 MB");
  }
  return text;
}

/** The JSON object that was sent; null is one without fields, as in the service. @throws `bad_json` and as `readText`. */
export async function readBody(c: Context): Promise<Body> {
  const parsed = parse(await readText(c)) ?? {};
  if (typeof parsed !== "object" || Array.isArray(parsed)) throw badJson("not an object");
  return parsed as Body;
}

function arrival(request: Request): Promise<string | undefined> {
  const known = arrived.get(request) ?? readUpTo(maxBodyBytes, request);
  arrived.set(request, known);
  return known;
}

/**
 * What is too large is read to its end and forgotten: its sender listens only then.
 *
 * @throws `bad_json` where the sender went away: nobody reads the answer, and nothing is wrong here.
 */
async function readUpTo(limit: number, request: Request): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of request.body ?? []) {
      size += part.byteLength;
      if (size <= limit) parts.push(part);
    }
  } catch {
    throw badJson("it ended early");
  }
  return size > limit ? undefined : Buffer.concat(parts).toString();
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
