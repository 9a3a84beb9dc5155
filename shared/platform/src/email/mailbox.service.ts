import { Hono } from "hono";
import type { Context } from "hono";
import { mailboxCss, mailboxJs } from "./mailbox-assets.ts";
import { mailboxPage } from "./mailbox-page.ts";
import type { Mailbox } from "./mailbox.ts";
import { messageDetail, messagesSummary, partId } from "./mailpit-json.ts";

const pagePolicy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** An email may use inline styles, but can't run scripts or load anything. */
const emailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

/** Mailpit's default page size. */
const defaultLimit = 50;

/** Serves the mailbox over HTTP: a page for people and Mailpit's JSON API for tests. */
export function createMailboxApp(mailbox: Mailbox): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.header("Cache-Control", "no-store");
    c.header("X-Content-Type-Options", "nosniff");
    c.header("Referrer-Policy", "no-referrer");
  });

  const find = (id: string | undefined) =>
    id === "latest" ? mailbox.messages()[0] : mailbox.messages().find((email) => email.id === id);

  app.get("/", (c) => {
    const emails = mailbox.messages();
    c.header("Content-Security-Policy", pagePolicy);
    return c.html(mailboxPage({ emails, selected: find(c.req.query("email")) ?? emails[0] }));
  });
  app.get("/mailbox.css", (c) => c.body(mailboxCss, 200, { "Content-Type": "text/css; charset=utf-8" }));
  app.get("/mailbox.js", (c) => c.body(mailboxJs, 200, { "Content-Type": "text/javascript; charset=utf-8" }));
  app.get("/email/:id", (c) => {
    const email = find(c.req.param("id"));
    if (!email) return c.text("message not found", 404);
    c.header("Content-Security-Policy", emailPolicy);
    return c.html(withLinksInNewTabs(email.html));
  });
  app.post("/clear", (c) => {
    // Any site can post a form here; browsers say which site it came from.
    const site = c.req.header("Sec-Fetch-Site");
    if (site !== undefined && site !== "same-origin") return c.text("forbidden", 403);
    mailbox.clear();
    return c.redirect("/", 303);
  });

  app.get("/api/v1/messages", (c) =>
    c.json(messagesSummary(mailbox.messages(), count(c, "start", 0), count(c, "limit", defaultLimit))),
  );
  app.get("/api/v1/message/:id", (c) => {
    const email = find(c.req.param("id"));
    return email ? c.json(messageDetail(email)) : c.text("message not found", 404);
  });
  app.get("/api/v1/message/:id/part/:part", (c) => {
    const part = c.req.param("part");
    const attachment = find(c.req.param("id"))?.attachments?.find((_, index) => partId(index) === part);
    if (!attachment) return c.text("attachment not found", 404);
    c.header("Content-Type", attachment.type);
    // Saved, and never shown as a page of this origin.
    c.header("Content-Disposition", `attachment; filename*=UTF-8''${encodeURIComponent(attachment.name)}`);
    c.header("Content-Security-Policy", emailPolicy);
    return c.body(attachment.content);
  });
  app.delete("/api/v1/messages", async (c) => {
    const ids = idsIn(await c.req.text());
    mailbox.clear(ids.length > 0 ? ids : undefined);
    return c.text("ok");
  });
  return app;
}

/** The sandboxed frame can't navigate the page around it, so links open in a new tab. */
function withLinksInNewTabs(html: string): string {
  const base = '<base target="_blank">';
  return /<head\b[^>]*>/i.test(html) ? html.replace(/<head\b[^>]*>/i, (head) => head + base) : base + html;
}

function count(c: Context, name: string, otherwise: number): number {
  const value = Number(c.req.query(name) ?? otherwise);
  return Number.isInteger(value) && value >= 0 ? value : otherwise;
}

/** Like Mailpit, deletes everything if the body lists no ids or can't be parsed. */
function idsIn(body: string): string[] {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== "object" || parsed === null || !("IDs" in parsed)) return [];
    return Array.isArray(parsed.IDs) ? parsed.IDs.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}
