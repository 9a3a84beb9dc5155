import type { Context } from "hono";
import { AuthError } from "../auth.errors.ts";
import { isUuid } from "./uuid.ts";

export type Body = Readonly<Record<string, unknown>>;

const maxBodyBytes = 1024 * 1024;
/** Of a larger body this much is read and discarded, because its sender doesn't read the response before. */
const maxDiscardedBytes = 4 * maxBodyBytes;

/** Body of each request; undefined if it was too large. */
const bodies = new WeakMap<Request, Promise<string | undefined>>();

/** Waits for the body. To be called before a transaction, which a slow sender would hold open with its locks. */
export async function waitForBody(c: Context): Promise<void> {
  await bodyOf(c.req.raw);
}

/** Reads the body as text. @throws `request_entity_too_large`. */
export async function readText(c: Context): Promise<string> {
  const text = await bodyOf(c.req.raw);
  if (text === undefined) {
    throw new AuthError(
      413,
      "request_entity_too_large",
      `Request body too large (max ${maxBodyBytes} bytes)`,
    );
  }
  return text;
}

/**
 * Reads the body as a JSON object; null is an empty one, as in the service.
 *
 * @throws `bad_json` and as `readText`.
 */
export async function readBody(c: Context): Promise<Body> {
  const parsed = parse(await readText(c)) ?? {};
  if (typeof parsed !== "object" || Array.isArray(parsed)) throw badJson("not an object");
  return parsed as Body;
}

function bodyOf(request: Request): Promise<string | undefined> {
  const known = bodies.get(request) ?? readUpTo(maxBodyBytes, request);
  bodies.set(request, known);
  return known;
}

/**
 * Undefined for an oversized body.
 *
 * @throws `bad_json` if the client disconnected, which is not an error of the server.
 */
async function readUpTo(limit: number, request: Request): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of request.body ?? []) {
      size += part.byteLength;
      if (size <= limit) parts.push(part);
      if (size > maxDiscardedBytes) break;
    }
  } catch {
    throw badJson("it ended early");
  }
  return size > limit ? undefined : Buffer.concat(parts).toString();
}

/** Reads a text field; absent and null are empty text, as in the service. */
export function textField(body: Body, name: string): string {
  const value = body[name] ?? "";
  if (typeof value !== "string") throw badJson(`${name} is not a string`);
  return value;
}

/** Reads a UUID field; undefined if absent or null. As in the service, an empty text isn't one. */
export function uuidField(body: Body, name: string): string | undefined {
  if ((body[name] ?? undefined) === undefined) return undefined;
  const value = textField(body, name);
  if (!isUuid(value)) throw badJson(`${name} is not a UUID`);
  return value;
}

/** Reads an object field; empty if absent or null. */
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
    throw badJson(text.trim() === "" ? "unexpected end of JSON input" : "invalid character");
  }
}

function badJson(why: string): AuthError {
  return new AuthError(400, "bad_json", `Could not parse request body as JSON: ${why}`);
}
