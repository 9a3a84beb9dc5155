import type { HonoRequest } from "hono";
import * as v from "valibot";
import { invalidRequest } from "./storage.errors.ts";

/** The request's JSON body in the given shape; anything else is refused as the service's validation does. */
export async function readJson<Schema extends v.GenericSchema>(
  request: HonoRequest,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const body: unknown = await request.json().catch(() => {
    throw invalidRequest("body must be object");
  });
  const result = v.safeParse(schema, body);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw invalidRequest(`body/${v.getDotPath(issue) ?? ""} ${issue.message}`);
}
