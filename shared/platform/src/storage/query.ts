import type { HonoRequest } from "hono";
import { invalidRequest } from "./storage.errors.ts";

/** A parameter that a route cannot do without. */
export function neededQuery(request: HonoRequest, name: string): string {
  const value = request.query(name);
  if (value === undefined) throw invalidRequest(`querystring must have required property '${name}'`);
  return value;
}
