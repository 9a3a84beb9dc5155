import type { HonoRequest } from "hono";
import * as v from "valibot";
import { invalidRequest, unsupportedMediaType, uploadAborted } from "./storage.errors.ts";

/**
 * The request's JSON body in the given shape; anything else is refused as the service's validation does. Text is read,
 * and is no object; a body of any other type, or of none, is not looked at.
 */
export async function readJson<Schema extends v.GenericSchema>(
  request: HonoRequest,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const body = await readBody(request);
  const result = v.safeParse(schema, body);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw invalidRequest(`body/${v.getDotPath(issue) ?? ""} ${issue.message}`);
}

async function readBody(request: HonoRequest): Promise<unknown> {
  const text = await request.text().catch((error: unknown) => {
    throw uploadAborted(error);
  });
  const [type = ""] = (request.header("content-type") ?? "").split(";");
  const isJson = type.trim().toLowerCase() === "application/json";
  if (text !== "" && !isJson && type.trim().toLowerCase() !== "text/plain") throw unsupportedMediaType();
  try {
    if (isJson) return JSON.parse(text);
  } catch {
    // What cannot be read is no object either.
  }
  throw invalidRequest("body must be object");
}
