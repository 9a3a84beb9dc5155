import { createServer } from "node:http";
import { Pool } from "undici";

/** The least that exchanges a code and sets a cookie: no checks, no framework, no chunks. */
const platform = new Pool(process.env.SUPABASE_URL, { connections: 64 });
const apikey = process.env.SUPABASE_PUBLISHABLE_KEY;
const verifierName = "sheaf-auth-code-verifier=base64-";

async function callback(request, response) {
  const code = new URL(request.url, "http://localhost").searchParams.get("code");
  const cookie = request.headers.cookie?.split("; ").find((part) => part.startsWith(verifierName)) ?? "";
  const verifier = JSON.parse(Buffer.from(cookie.slice(verifierName.length), "base64url").toString());
  const { body } = await platform.request({
    path: "/auth/v1/token?grant_type=pkce",
    method: "POST",
    headers: { apikey, "content-type": "application/json" },
    body: JSON.stringify({ auth_code: code, code_verifier: verifier }),
  });
  const value = Buffer.from(JSON.stringify(await body.json())).toString("base64url");
  const setCookie = `sheaf-auth=base64-${value}; Max-Age=34560000; Path=/; SameSite=Lax`;
  response.writeHead(303, { Location: "/", "Set-Cookie": setCookie }).end();
}

createServer((request, response) => void callback(request, response)).listen(
  Number(process.env.PORT),
  "localhost",
);
