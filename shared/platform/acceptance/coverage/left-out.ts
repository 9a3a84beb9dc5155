import type { Endpoint } from "../../src/testing/endpoints.ts";

const needsTables = "The specs create no tables; the rights matrix covers all of the product's.";

/** Endpoints without specs, with the reason. Covered endpoints must not be listed. */
export const leftOutEndpoints: Partial<Record<Endpoint, string>> = {
  "POST /rest/v1/{table}": needsTables,
  "PATCH /rest/v1/{table}": needsTables,
  "DELETE /rest/v1/{table}": needsTables,
};

/** Known differences: `why` tells how the real service answers, how the local platform does, and why that is harmless. */
export const knownDifferences: readonly { what: string; why: string }[] = [
  {
    what: "`POST /admin/users` with a password of 73 bytes, `GET /admin/users?per_page=0`, and registering another account's passkey",
    why: "500 each; here 400, 400 and 422. They are faults of the service, and no page of ours sends them.",
  },
  {
    what: "A folder listed by name in descending order",
    why: "A subfolder that would be last is left out; here it is listed. The product lists in no such order.",
  },
  {
    what: "Two sign-ups of one new address at once",
    why: 'One may be 500 "Database error saving new user"; here never, because the address is locked. The page asks again.',
  },
  {
    what: "A part of a resumable upload that is sent too early",
    why: "409, and the connection is closed, which Caddy turns into a 502; here 409 alone. The client asks where to go on and sends the rest.",
  },
];

/** Parts of the real services without specs beyond single endpoints, with the reason. */
export const leftOutBeyond: readonly { what: string; why: string }[] = [
  {
    what: "Realtime, functions, image transformations, S3",
    why: "The product does not use them, and the local platform does not have them.",
  },
  {
    what: "Phone and anonymous sign-in",
    why: "The product does not offer them. That they are refused is covered; settings for them are refused by name.",
  },
  {
    what: "SSO, web3, ID tokens, the OAuth server, invitations, further admin endpoints and attributes, other audiences",
    why: "The product does not use them, and the local platform does not have them: it answers 404, or refuses an attribute by name.",
  },
];
