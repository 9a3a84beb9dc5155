import { html, raw } from "hono/html";
import { findCodeAndLink } from "./code-and-link.ts";
import type { CapturedEmail } from "./mailbox.ts";
import { partId } from "./mailpit-json.ts";

type Html = ReturnType<typeof html>;

/** Renders the selected email, with its code and link on top, and a list of all emails. Works without JavaScript. */
export function mailboxPage(view: {
  emails: readonly CapturedEmail[];
  selected: CapturedEmail | undefined;
}): Html {
  const { emails, selected } = view;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${selected ? `${selected.subject} · Mailbox` : "Mailbox"}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/mailbox.css" />
        <script src="/mailbox.js" defer></script>
        <noscript><meta http-equiv="refresh" content="5" /></noscript>
      </head>
      <body data-newest="${emails[0]?.id ?? ""}">
        <header>
          <h1>Mailbox</h1>
          <p>All email from this local platform arrives here. Nothing is sent from this machine.</p>
        </header>
        <main>
          ${selected ? selectedEmail(selected) : empty()} ${emails.length > 0 ? list(emails, selected) : ""}
        </main>
      </body>
    </html>`;
}

function empty(): Html {
  return html`<section class="empty">
    <h2>No emails yet</h2>
    <p>Request a sign-in code. The email appears here automatically.</p>
  </section>`;
}

function selectedEmail(email: CapturedEmail): Html {
  const { code, link } = findCodeAndLink(email);
  const from = email.headers?.find(({ name }) => name.toLowerCase() === "from")?.value;
  return html`<article>
    <p class="to">
      To <strong>${email.to}</strong>${from === undefined ? "" : html`, from <strong>${from}</strong>`}
    </p>
    <h2>${email.subject}</h2>
    ${code ? html`<p class="code"><span class="label">Code</span> <output>${code}</output></p>` : ""}
    ${link ? html`<p><a class="button" href="${link}" rel="noreferrer" target="_blank">Open link</a></p>` : ""}
    <iframe
      title="Email"
      src="/email/${email.id}"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
    ></iframe>
    ${attachments(email)} ${otherParts(email)}
  </article>`;
}

function attachments({ id, attachments = [] }: CapturedEmail): Html | string {
  if (attachments.length === 0) return "";
  const links = attachments.map(
    ({ name }, index) => html` <a href="/api/v1/message/${id}/part/${partId(index)}">${name}</a>`,
  );
  return html`<p class="to">Attached:${links}</p>`;
}

/** The headers, which the frame with the message doesn't show. */
function otherParts({ headers = [], hasTextPart = false, text }: CapturedEmail): Html {
  const textPart = html`<details open>
    <summary>Text part</summary>
    <pre>${text}</pre>
  </details>`;
  const lines = headers.map(
    ({ name, value }) =>
      html`<dt>${name}</dt>
        <dd>${value}</dd>`,
  );
  const headerPart = html`<details>
    <summary>Headers</summary>
    <dl>${lines}</dl>
  </details>`;
  return html`${hasTextPart ? textPart : html`<p class="to">This email is HTML alone, without a text part.</p>`}
  ${headers.length > 0 ? headerPart : ""}`;
}

function list(emails: readonly CapturedEmail[], selected: CapturedEmail | undefined): Html {
  return html`<nav aria-label="All emails">
    <ul>
      ${emails.map(
        (email) =>
          html`<li>
            <a href="/?email=${email.id}" ${email === selected ? raw('aria-current="true"') : ""}>
              <span class="who">${email.to}</span>
              <time datetime="${email.sentAt.toISOString()}"
                >${email.sentAt.toISOString().slice(11, 19)} UTC</time
              >
              <span class="what">${email.subject}</span>
            </a>
          </li>`,
      )}
    </ul>
    <form method="post" action="/clear"><button type="submit">Empty the mailbox</button></form>
  </nav>`;
}
