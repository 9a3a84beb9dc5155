import { target } from "./target.ts";

/** The PostgREST that a platform runs, as it says itself: `12.0.2`. */
export async function restVersion({ url, serviceKey } = target()): Promise<string> {
  const response = await fetch(`${url}/rest/v1/`, {
    headers: { apikey: serviceKey, authorization: `Bearer ${serviceKey}` },
  });
  const description = (await response.json()) as { info?: { version?: string } };
  const version = /^\d+(\.\d+)*/.exec(description.info?.version ?? "")?.[0];
  if (version === undefined) throw new Error(`${url}/rest/v1/ does not say its version`);
  return version;
}

/** From 13 on an expired token and an unknown table have codes of their own. */
export async function codesOfRest(): Promise<{ expiredToken: string; unknownTable: string }> {
  const [major] = (await restVersion()).split(".");
  return Number(major) < 13
    ? { expiredToken: "PGRST301", unknownTable: "42P01" }
    : { expiredToken: "PGRST303", unknownTable: "PGRST205" };
}
