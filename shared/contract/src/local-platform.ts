/**
 * URL and public key of every local platform, the same as the Supabase CLI's. Public by design, so never accepted
 * in production.
 */
export const localPlatform = {
  url: "http://127.0.0.1:54321",
  publishableKey: "sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH",
} as const;
