/**
 * Where every local platform is and the key of its pages: the same as the Supabase CLI's. Public by design, so worth
 * nothing in production.
 */
export const localPlatform = {
  url: "http://127.0.0.1:54321",
  publishableKey: "sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH",
} as const;
