import { createServerClient, parseCookieHeader, serializeCookieHeader } from "@supabase/ssr";
import express from "express";

/** The callback of Supabase's guide for Express, with the cookie name that the benchmark sends. */
async function callback(request, response) {
  const supabase = createServerClient(process.env.SUPABASE_URL, process.env.SUPABASE_PUBLISHABLE_KEY, {
    cookieOptions: { name: "sheaf-auth" },
    cookies: {
      getAll: () => parseCookieHeader(request.headers.cookie ?? ""),
      setAll: (cookiesToSet, headers) => {
        for (const { name, value, options } of cookiesToSet) {
          response.appendHeader("Set-Cookie", serializeCookieHeader(name, value, options));
        }
        response.set(headers);
      },
    },
  });
  const { error } = await supabase.auth.exchangeCodeForSession(request.query.code);
  response.redirect(303, error ? "/auth/error" : "/");
}

express()
  .get("/auth/callback", (request, response) => void callback(request, response))
  .listen(Number(process.env.PORT), "localhost");
