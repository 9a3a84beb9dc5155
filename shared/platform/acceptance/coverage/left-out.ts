import type { Endpoint } from "../../src/testing/endpoints.ts";

const needsTables = "The specs make no tables; the rights matrix asks every one of the product's.";

/** Endpoints that no spec is about, each with the reason. One that a spec covers after all is refused here. */
export const leftOutEndpoints: Partial<Record<Endpoint, string>> = {
  "POST /rest/v1/{table}": needsTables,
  "PATCH /rest/v1/{table}": needsTables,
  "DELETE /rest/v1/{table}": needsTables,
};

/** What of the real services these specs leave out beyond single endpoints, each with the reason. */
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
