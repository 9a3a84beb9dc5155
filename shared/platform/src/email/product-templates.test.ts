import { expect, test } from "vitest";
import { readConfig } from "../config/config.ts";
import { productConfig } from "../product-files.ts";
import { findCodeAndLink } from "./code-and-link.ts";
import { type EmailName, emailNames } from "./email-templates.ts";
import { createEmailRenderer } from "./render-email.ts";

const values = {
  SiteURL: "http://localhost:3000",
  Email: "ann@mail.example",
  NewEmail: "new@mail.example",
  SendingTo: "ann@mail.example",
  Token: "01234567",
  TokenHash: "pkce_0a1b2c",
  RedirectTo: "http://localhost:3000/auth/callback?next=/inbox&sb_flow_id=abc",
};

const { templates } = await readConfig(productConfig);
const source = (name: EmailName): string => templates[name].html;
const render = createEmailRenderer(templates);

const linkTypes: Partial<Record<EmailName, string>> = {
  confirmation: "signup",
  magic_link: "magiclink",
  recovery: "recovery",
  email_change: "email_change",
  invite: "invite",
};

test.each(emailNames)("the %s email shows its code in HTML and text, before any other number", (name) => {
  const email = render(name, "ann@mail.example", values);
  expect(email.html).toContain(">0123</span><span");
  expect(/\d{4} \d{4}/.exec(email.text)?.[0]).toBe("0123 4567");
  expect(findCodeAndLink({ ...email, id: "1", sentAt: new Date(0) }).code).toBe("01234567");
});

test.each(emailNames)("the %s email names its sender and its recipient", (name) => {
  const { text } = render(name, "ann@mail.example", values);
  expect(text).toContain("Sheaf at http://localhost:3000");
  expect(text).toContain("ann@mail.example");
  expect(text).toContain("ignore this email");
});

test.each(emailNames)("the %s email as text begins with what a reader sees", (name) => {
  const { html, text } = render(name, "ann@mail.example", values);
  const heading = /<h1[^>]*>([^<]*)</.exec(html)?.[1];
  expect(text.split("\n\n").slice(0, 2)).toEqual(["Sheaf", heading]);
});

test.each(Object.entries(linkTypes))(
  "the button of the %s email opens the product's confirm page",
  (name, type) => {
    const { html } = render(name as EmailName, "ann@mail.example", values);
    const href = /class="button-link" href="([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const link = new URL(href);
    expect(link.origin + link.pathname).toBe("http://localhost:3000/auth/confirm");
    expect(Object.fromEntries(link.searchParams)).toEqual({
      token_hash: "pkce_0a1b2c",
      type,
      redirect_to: values.RedirectTo,
    });
  },
);

test.each(emailNames)("the %s email contains no text that a stranger could have supplied", (name) => {
  expect(source(name)).not.toContain(".Data");
});

test.each(emailNames)("the %s email has no images and loads nothing", (name) => {
  expect(source(name)).not.toMatch(/<img|<link|url\(|@import|<script/i);
});
