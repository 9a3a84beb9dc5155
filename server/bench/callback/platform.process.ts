import { createServer } from "node:http";
import process from "node:process";

/** Auth as the callbacks call it: any code is good, and the session has the size of one of an emailed link. */
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const id = "3b0f9c1e-7d34-4a53-9a55-0d1f0f2f6a71";
const email = "recipient@company.example";
const meta = { email, email_verified: true, phone_verified: false, sub: id };
const app = { provider: "email", providers: ["email"] };
const at = "2026-01-01T09:00:00.000000Z";
const claims = {
  iss: "https://project.example/auth/v1",
  sub: id,
  aud: "authenticated",
  exp: 4_000_000_000,
  iat: 1_767_258_000,
  email,
  phone: "",
  app_metadata: app,
  user_metadata: meta,
  role: "authenticated",
  aal: "aal1",
  amr: [{ method: "otp", timestamp: 1_767_258_000 }],
  session_id: "0f1d2c3b-4a59-4687-9a0b-1c2d3e4f5a6b",
  is_anonymous: false,
};
const dates = { last_sign_in_at: at, created_at: at, updated_at: at };
const identity = {
  identity_id: id,
  id,
  user_id: id,
  identity_data: meta,
  provider: "email",
  email,
  ...dates,
};
const user = {
  id,
  aud: "authenticated",
  role: "authenticated",
  email,
  phone: "",
  email_confirmed_at: at,
  confirmed_at: at,
  app_metadata: app,
  user_metadata: meta,
  identities: [identity],
  is_anonymous: false,
  ...dates,
};
const session = {
  access_token: `${part({ alg: "HS256", kid: "benchmark", typ: "JWT" })}.${part(claims)}.${"s".repeat(43)}`,
  token_type: "bearer",
  expires_in: 3600,
  expires_at: 4_000_000_000,
  refresh_token: "r7wq2kxn5tpa",
  user,
};
const body = JSON.stringify(session);

const server = createServer((request, response) => {
  request.resume();
  request.once("end", () => {
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
});
server.listen(Number(process.env["PORT"]), "localhost");
