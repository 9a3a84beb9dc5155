import { html, raw } from "hono/html";
import { findClues } from "./mail-clues.ts";
import type { CapturedMail } from "./mailbox.ts";

type Html = ReturnType<typeof html>;

/** The mailbox as a page: the chosen mail with its code and link in front, all others in a list. Works without script. */
export function mailboxPage(view: {
  mails: readonly CapturedMail[];
  chosen: CapturedMail | undefined;
}): Html {
  const { mails, chosen } = view;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${chosen ? `${chosen.subject} · Mailbox` : "Mailbox"}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/mailbox.css" />
        <script src="/mailbox.js" defer></script>
        <noscript><meta http-equiv="refresh" content="5" /></noscript>
      </head>
      <body data-newest="${mails[0]?.id ?? ""}">
        <header>
          <h1>Mailbox</h1>
          <p>Mails of this local platform end here. None leaves this machine.</p>
        </header>
        <main>${chosen ? reading(chosen) : empty()} ${mails.length > 0 ? list(mails, chosen) : ""}</main>
      </body>
    </html>`;
}

function empty(): Html {
  return html`<section class="empty">
    <h2>No mail yet</h2>
    <p>Ask for a sign-in code, and it appears here by itself.</p>
  </section>`;
}

function reading(mail: CapturedMail): Html {
  const { code, link } = findClues(mail);
  return html`<article>
    <p class="to">To <strong>${mail.to}</strong></p>
    <h2>${mail.subject}</h2>
    ${code ? html`<p class="code"><span class="label">Code</span> <output>${code}</output></p>` : ""}
    ${link ? html`<p><a class="button" href="${link}" rel="noreferrer" target="_blank">Open the link</a></p>` : ""}
    <iframe
      title="The mail itself"
      src="/mail/${mail.id}"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
    ></iframe>
  </article>`;
}

function list(mails: readonly CapturedMail[], chosen: CapturedMail | undefined): Html {
  return html`<nav aria-label="All mails">
    <ul>
      ${mails.map(
        (mail) =>
          html`<li>
            <a href="/?mail=${mail.id}" ${mail === chosen ? raw('aria-current="true"') : ""}>
              <span class="who">${mail.to}</span>
              <time datetime="${mail.sentAt.toISOString()}"
                >${mail.sentAt.toISOString().slice(11, 19)} UTC</time
              >
              <span class="what">${mail.subject}</span>
            </a>
          </li>`,
      )}
    </ul>
    <form method="post" action="/clear"><button type="submit">Empty the mailbox</button></form>
  </nav>`;
}
