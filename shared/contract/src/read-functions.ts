import { databaseFunctions } from "./database.functions.ts";

type Name = keyof typeof databaseFunctions;

/**
 * The functions for people that change nothing, marked `stable` in the database. PostgREST's client calls these with POST
 * too, so the method of a request doesn't tell.
 */
export const readFunctions = (Object.keys(databaseFunctions) as Name[]).filter((name) => {
  const { reads, callers } = databaseFunctions[name];
  return reads && callers.some((role) => role !== "service_role");
});
