import { createServerClient } from "@supabase/ssr";
import { cookies } from "next/headers";

/** `lib/supabase/server.ts` of the template, with the cookie name that the benchmark sends. */
export async function createClient() {
  const cookieStore = await cookies();
  return createServerClient(process.env.SUPABASE_URL, process.env.SUPABASE_PUBLISHABLE_KEY, {
    cookieOptions: { name: "sheaf-auth" },
    cookies: {
      getAll: () => cookieStore.getAll(),
      setAll: (cookiesToSet) => {
        for (const { name, value, options } of cookiesToSet) cookieStore.set(name, value, options);
      },
    },
  });
}
