import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import * as v from "valibot";
import type { Log } from "../../log.ts";
import { createSmtp } from "../email/smtp.ts";
import type { HookConfig } from "../config.ts";
import { HookPurpose, HookRequest, isKnownPurpose } from "./code-emails.ts";
import { type CodeDelivery, deliverCodes, type Failure } from "./deliver-code.ts";
import { createSendOnce } from "./send-once.ts";
import { isSigned, toleranceSeconds } from "./verify-webhook.ts";

/** Largest request, in bytes. It holds the account with its metadata, which is bounded elsewhere. */
const maxBytes = 256 * 1_024;

/** Auth waits for five seconds in all, and then the code in the email is void. Milliseconds. */
const answerMs = 4_500;

const sendMs = 4_000;

/** Sign-ins come in bursts, and each waits for the mail server. */
const connections = 5;

interface Answer {
  status: number;
  /** Auth passes on an error that comes with status 200, and hides any other behind the hook's address. */
  body: { error?: { http_code: number; message: string } };
}

const refusal = (status: number, http_code: number, message: string): Answer => ({
  status,
  body: { error: { http_code, message } },
});

export interface HookServer {
  readonly server: Server;
  /** Lets running requests finish. */
  close(): Promise<void>;
}

/** `POST /hooks/send-email`: Auth's Send Email hook. The answer waits for the mail server. */
export async function serveHook(
  { secrets, host, port, siteUrl, smtpUrl, from }: HookConfig,
  { client, log }: Pick<CodeDelivery, "client"> & { log: Log },
): Promise<HookServer> {
  const smtp = createSmtp(smtpUrl, { timeoutMs: sendMs, connections });
  const delivery: CodeDelivery = { client, smtp, siteUrl, from };
  // A request may be signed in the future by as much as it may be late.
  const sendOnce = createSendOnce<Failure>({
    keepMs: 2 * toleranceSeconds * 1_000,
    isDone: (failure) => failure === undefined,
  });

  const answerTo = async (request: IncomingMessage): Promise<Answer> => {
    if (request.method !== "POST" || request.url !== "/hooks/send-email")
      return refusal(404, 404, "Not found");
    const body = await readBody(request);
    if (body === undefined) return refusal(413, 413, "The request is too large");
    if (!isSigned({ headers: request.headers, body }, secrets)) {
      log.warn({}, "A call of the Send Email hook had no valid signature");
      return refusal(401, 401, "The signature is not valid");
    }
    const event = parseJson(body);
    const purpose = v.safeParse(HookPurpose, event);
    const kind = purpose.success ? purpose.output.email_data.email_action_type : "";
    if (!isKnownPurpose(kind)) {
      log.error({ kind }, "Auth asked for an email that the worker doesn't write");
      return refusal(200, 500, "This kind of email is not supported");
    }
    const parsed = v.safeParse(HookRequest, event);
    if (!parsed.success) {
      log.error({ kind, part: v.getDotPath(parsed.issues[0]) }, "Auth asked for an email without its facts");
      return refusal(200, 500, "The request for an email is incomplete");
    }
    // Auth signs each retry again, under a new id, so repeats are recognised by their content.
    const key = createHash("sha256").update(body).digest();
    const startedAt = performance.now();
    const failure = await Promise.race([
      sendOnce(key.toString("base64"), () => deliverCodes(parsed.output, key, delivery)),
      wait(answerMs, "late", { ref: false }),
    ]);
    const ms = Math.round(performance.now() - startedAt);
    if (failure === undefined) {
      log.info({ kind, ms }, "Sent an email with a code");
      return { status: 200, body: {} };
    }
    log.error({ kind, reason: failure, ms }, "An email with a code could not be sent");
    return refusal(200, 500, "The email could not be sent");
  };

  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    answerTo(request)
      .catch((error: unknown): Answer => {
        log.error({ name: error instanceof Error ? error.name : typeof error }, "The Send Email hook failed");
        return refusal(200, 500, "The email could not be sent");
      })
      .then((answer) => write(response, answer))
      .catch(() => response.destroy());
  });
  server.listen(port, host);
  await once(server, "listening");
  return {
    server,
    async close() {
      server.close();
      server.closeIdleConnections();
      await once(server, "close");
      smtp.close();
    },
  };
}

/** Undefined if it is too large; the rest is not read then, and the request stays open for the answer. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Auth takes nothing but JSON. */
function write(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    // Auth calls rarely, and the worker stops without waiting for an idle connection.
    Connection: "close",
  });
  response.end(JSON.stringify(body));
}
