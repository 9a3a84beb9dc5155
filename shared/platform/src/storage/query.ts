import type { HonoRequest } from "hono";
import * as v from "valibot";
import { invalidRequest } from "./storage.errors.ts";

/** A parameter that a route cannot do without. */
export function neededQuery(request: HonoRequest, name: string): string {
  const value = request.query(name);
  if (value === undefined) throw invalidRequest(`querystring must have required property '${name}'`);
  return value;
}

/** The query in the given shape; anything else is refused as the service's validation does. */
export function readQuery<Schema extends v.GenericSchema>(
  request: HonoRequest,
  schema: Schema,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, request.query());
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw invalidRequest(`querystring/${v.getDotPath(issue) ?? ""} ${issue.message}`);
}
