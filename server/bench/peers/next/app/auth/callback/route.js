import { redirect } from "next/navigation";
import { createClient } from "../../../lib/server.mjs";

/** The route of Next.js's `with-supabase` template, for a code. */
export async function GET(request) {
  const { searchParams } = new URL(request.url);
  const code = searchParams.get("code");
  if (code) {
    const supabase = await createClient();
    const { error } = await supabase.auth.exchangeCodeForSession(code);
    if (!error) redirect("/");
  }
  redirect("/auth/error");
}
