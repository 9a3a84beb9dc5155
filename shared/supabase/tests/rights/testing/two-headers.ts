import { request } from "node:http";
import { text } from "node:stream/consumers";
import { inject } from "vitest";
import type { Person } from "./people.ts";

export interface CountAnswer {
  status: number | undefined;
  body: string;
  /** The `Content-Range` header, which carries the count. */
  range: string | undefined;
}

/** Reads rows with each preference in a separate `Prefer` header. `fetch` would join them into one. */
export function knockWithPreferences(
  person: Person,
  path: string,
  preferences: readonly string[],
): Promise<CountAnswer> {
  const { url, anonKey } = inject("platform");
  return new Promise((resolve, reject) => {
    const headers = { apikey: anonKey, authorization: `Bearer ${person.token}`, prefer: [...preferences] };
    const outgoing = request(url + path, { headers }, (answer) => {
      const { statusCode: status, headers: answered } = answer;
      text(answer).then((body) => resolve({ status, body, range: answered["content-range"] }), reject);
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}
