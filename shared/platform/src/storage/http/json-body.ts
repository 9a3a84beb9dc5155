import type { HonoRequest } from "hono";
import * as v from "valibot";
import { invalidRequest, uploadAborted } from "../storage.errors.ts";

/**
 * The request's JSON body in the given shape.
 *
 * @throws InvalidRequest as the service's validation does. Bodies of other content types are ignored.
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
  try {
    if (isJson) return JSON.parse(text);
  } catch {
    // Unreadable JSON gets the same response as no body.
  }
  throw invalidRequest("body must be object");
}
