import type { HonoRequest } from "hono";
import * as v from "valibot";
import { invalidRequest } from "../storage.errors.ts";

/** Returns a required query parameter. @throws InvalidRequest if it is missing. */
export function requiredQuery(request: HonoRequest, name: string): string {
  const value = request.query(name);
  if (value === undefined) throw invalidRequest(`querystring must have required property '${name}'`);
  return value;
}

/** Parses the query with a schema. @throws InvalidRequest as the service's validation does. */
export function readQuery<Schema extends v.GenericSchema>(
  request: HonoRequest,
  schema: Schema,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, request.query());
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw invalidRequest(`querystring/${v.getDotPath(issue) ?? ""} ${issue.message}`);
}
