import { createBrowserClient } from "@supabase/ssr";

/** `lib/supabase/client.ts` of the template; the benchmark answers the platform's requests in the browser. */
export function createClient() {
  return createBrowserClient("https://platform.example", "sb_publishable_test");
}
