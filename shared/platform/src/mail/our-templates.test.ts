import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findClues } from "./mail-clues.ts";
import { mailNames, type MailName, type MailTemplates } from "./mail-templates.ts";
import { createMailRenderer } from "./render-mail.ts";

const values = {
  SiteURL: "http://localhost:3000",
  Email: "ann@mail.example",
  NewEmail: "new@mail.example",
  SendingTo: "ann@mail.example",
  Token: "01234567",
  TokenHash: "pkce_0a1b2c",
  RedirectTo: "http://localhost:3000/auth/callback?next=/inbox&sb_flow_id=abc",
};

function source(name: MailName): string {
  return readFileSync(new URL(`../../../supabase/templates/${name}.html`, import.meta.url), "utf8");
}

const templates = Object.fromEntries(
  mailNames.map((name) => [name, { subject: name, html: source(name) }]),
) as Record<MailName, MailTemplates[MailName]>;

const render = createMailRenderer(templates);

const linkTypes: Partial<Record<MailName, string>> = {
  confirmation: "signup",
  magic_link: "magiclink",
  recovery: "recovery",
  email_change: "email_change",
  invite: "invite",
};

test.each(mailNames)("the %s mail shows its code to every reader, before any other number", (name) => {
  const mail = render(name, "ann@mail.example", values);
  expect(mail.html).toMatch(/>01234567</);
  expect(/\d{8}/.exec(mail.text)?.[0]).toBe("01234567");
  expect(findClues({ ...mail, id: "1", sentAt: new Date(0) }).code).toBe("01234567");
});

test.each(mailNames)("the %s mail says who sent it and to whom", (name) => {
  const { text } = render(name, "ann@mail.example", values);
  expect(text).toContain("Sheaf at http://localhost:3000");
  expect(text).toContain("ann@mail.example");
  expect(text).toContain("ignore this email");
});

test.each(Object.entries(linkTypes))("the %s mail's button leads to our confirm page", (name, type) => {
  const { html } = render(name as MailName, "ann@mail.example", values);
  const href = /class="button" href="([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const link = new URL(href);
  expect(link.origin + link.pathname).toBe("http://localhost:3000/auth/confirm");
  expect(Object.fromEntries(link.searchParams)).toEqual({
    token_hash: "pkce_0a1b2c",
    type,
    redirect_to: values.RedirectTo,
  });
});

test.each(mailNames)("the %s mail repeats nothing that a stranger could have said", (name) => {
  expect(source(name)).not.toContain(".Data");
});

test.each(mailNames)("the %s mail is readable without images and loads nothing", (name) => {
  expect(source(name)).not.toMatch(/<img|<link|url\(|@import|<script/i);
});
