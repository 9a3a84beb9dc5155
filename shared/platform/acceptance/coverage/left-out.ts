import type { Endpoint } from "../../src/testing/endpoints.ts";

const needsTables = "The specs create no tables; the rights matrix covers all of the product's.";

/** Endpoints without specs, with the reason. Covered endpoints must not be listed. */
export const leftOutEndpoints: Partial<Record<Endpoint, string>> = {
  "POST /rest/v1/{table}": needsTables,
  "PATCH /rest/v1/{table}": needsTables,
  "DELETE /rest/v1/{table}": needsTables,
};

/** Parts of the real services without specs beyond single endpoints, with the reason. */
export const leftOutBeyond: readonly { what: string; why: string }[] = [
  {
    what: "Realtime, functions, image transformations, S3",
    why: "The product does not use them, and the local platform does not have them.",
  },
  {
    what: "Phone and anonymous sign-in, SSO, web3",
    why: "The product does not offer them. That they are refused is covered; settings for them are refused by name.",
  },
];
