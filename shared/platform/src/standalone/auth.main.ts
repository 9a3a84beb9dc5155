import process from "node:process";
import { createSmtpTransport } from "../email/smtp.ts";
import { readAuthEnvironment } from "./auth-environment.ts";
import { runStandalone } from "./run-standalone.ts";
import { startAuth } from "./start-auth.ts";

/** Runs Auth standalone with the environment of the image `supabase/gotrue`. */
await runStandalone(async ({ stack, open, log }) => {
  const { connectionString, ignored, smtp, ...service } = readAuthEnvironment(process.env);
  const database = open(connectionString, "supabase_auth_admin");
  const auth = await startAuth(service, { database, emailTransport: createSmtpTransport(smtp), log });
  stack.push(() => auth.close());
  return ignored;
});
