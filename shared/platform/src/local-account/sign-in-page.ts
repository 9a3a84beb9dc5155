import { html } from "hono/html";

type Html = ReturnType<typeof html>;

// No `form-action`: the form's response redirects through the platform to the app, which that would block.
export const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

/** The sign-in page: name, address, whether it is verified, or refuse. Works without scripts. */
export function signInPage(view: { email: string; name: string; verified: boolean; invalid: boolean }): Html {
  const { email, name, verified, invalid } = view;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${invalid ? "Error: " : ""}Local account</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/local-account.css" />
      </head>
      <body>
        <main>
          <h1>Local account</h1>
          <p>
            A sign-in provider for development. Sign in as anyone: nothing is checked, and no data leaves this
            machine.
          </p>
          <form method="post">
            <label for="email">Email</label>
            <input
              id="email"
              name="email"
              type="email"
              autocomplete="off"
              required
              autofocus
              value="${email}"
              aria-invalid="${invalid ? "true" : "false"}"
              aria-describedby="email-error"
            />
            <p id="email-error" class="error">${invalid ? "Enter an email address." : ""}</p>
            <label for="name">Name</label>
            <input id="name" name="name" autocomplete="off" value="${name}" />
            <fieldset>
              <legend>Is this email address verified?</legend>
              <label><input type="radio" name="verified" value="yes" ${checked(verified)} /> Yes</label>
              <label><input type="radio" name="verified" value="no" ${checked(!verified)} /> No</label>
            </fieldset>
            <button class="primary" name="answer" value="continue">Continue</button>
            <button name="answer" value="refuse" formnovalidate>Decline</button>
          </form>
        </main>
      </body>
    </html>`;
}

function checked(is: boolean): string {
  return is ? "checked" : "";
}

/** Shown if no sign-in is in progress. */
export function problemPage(): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Local account</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/local-account.css" />
      </head>
      <body>
        <main>
          <h1>This sign-in has expired</h1>
          <p>Go back to the app and sign in again.</p>
        </main>
      </body>
    </html>`;
}

export const signInCss = `
:root { color-scheme: light dark; --paper: #faf9f6; --card: #fff; --ink: #1d1c1a; --ink-2: #5b5750; --line: #8a8478; --accent: #0f6a54; --accent-ink: #fff; --error: #a32a1d; }
@media (prefers-color-scheme: dark) { :root { --paper: #161513; --card: #1e1d1a; --ink: #f2efe9; --ink-2: #b5afa4; --line: #8a8478; --accent: #5cc3a3; --accent-ink: #0b1f19; --error: #f09a8d; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 48px 16px; background: var(--paper); color: var(--ink); font: 16px/1.5 ui-sans-serif, system-ui, sans-serif; }
main { margin: 0 auto; max-width: 420px; padding: 24px; background: var(--card); border-radius: 16px; }
h1 { margin: 0 0 8px; font-size: 26px; line-height: 1.2; }
p { margin: 0; color: var(--ink-2); }
form { display: grid; gap: 8px; margin-top: 24px; }
input:not([type=radio]) { min-height: 44px; width: 100%; padding: 0 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); color: inherit; font: inherit; }
.error { min-height: 1.5em; color: var(--error); }
legend { padding: 0; }
fieldset { margin: 8px 0; padding: 0; border: 0; }
fieldset label { display: inline-flex; align-items: center; gap: 8px; min-height: 44px; margin-right: 24px; }
input[type=radio] { margin: 0; width: 20px; height: 20px; accent-color: var(--accent); }
button { min-height: 44px; border: 1px solid var(--line); border-radius: 8px; background: none; color: inherit; font: inherit; cursor: pointer; }
.primary { border-color: var(--accent); background: var(--accent); color: var(--accent-ink); font-weight: 560; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;
