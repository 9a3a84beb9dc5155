import type { EmailText, NotificationText } from "./texts.ts";

/** An email with a code. @returns a Go template; Auth fills in the actions. */
export function emailHtml(text: EmailText): string {
  const content = `                <h1 style="margin: 0 0 8px; font-size: 24px; line-height: 1.25;">${text.heading}</h1>
                <p style="margin: 0 0 16px;">${text.instruction}</p>
                <p class="code" style="margin: 0 0 24px; padding: 16px; border-radius: 10px; background-color: #e3f1ec; color: #1d1c1a; font-family: Menlo, Consolas, monospace; font-size: 32px; font-weight: bold; line-height: 1.2; letter-spacing: 4px; text-align: center;">{{ .Token }}</p>
${button(text)}                <p class="quiet" style="margin: 0; font-size: 14px; color: #5b5750;">${text.validity}</p>
`;
  const footer = `                <p style="margin: 0 0 8px;">Sheaf at {{ .SiteURL }} sent this email because ${text.reason}.</p>
                <p style="margin: 0;">${text.unexpected}</p>
`;
  return page({ heading: text.heading, content, footer });
}

/** An email that reports a change. Its link has no token: it opens the Security page, after signing in. */
export function notificationHtml({ heading, change, doubt }: NotificationText): string {
  const content = `                <h1 style="margin: 0 0 8px; font-size: 24px; line-height: 1.25;">${heading}</h1>
                <p style="margin: 0 0 16px;">${change}</p>
                <p style="margin: 0 0 24px;">${doubt}</p>
                <p style="margin: 0 0 24px;">
                  <a class="button" href="{{ .SiteURL }}/settings/security" style="display: inline-block; padding: 12px 20px; border-radius: 8px; background-color: #0f6a54; color: #ffffff; font-weight: bold; text-decoration: none;">Open the Security page</a>
                </p>
                <p class="quiet" style="margin: 0; font-size: 14px; color: #5b5750;">If you made this change, you don't need to do anything.</p>
`;
  const footer = `                <p style="margin: 0;">Sheaf at {{ .SiteURL }} sent this email because a sign-in setting of your account changed.</p>
`;
  return page({ heading, content, footer });
}

/**
 * The HTML that all emails of Auth share. Clients strip style sheets, so light mode is inline and the style sheet only
 * adds dark mode and narrow screens. Nothing is loaded: no images, no fonts.
 */
function page({ heading, content, footer }: { heading: string; content: string; footer: string }): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <title>${heading}</title>
    <style>
      :root { color-scheme: light dark; }
      @media (max-width: 480px) {
        .outer { padding: 16px 12px !important; }
        .inner { padding: 24px 20px !important; }
        .code { font-size: 28px !important; letter-spacing: 3px !important; }
        .button { display: block !important; text-align: center !important; }
      }
      @media (prefers-color-scheme: dark) {
        .page { background-color: #161513 !important; color: #f2efe9 !important; }
        .card { background-color: #1e1d1a !important; border-color: #302d29 !important; }
        .mark { background-color: #5cc3a3 !important; color: #0b1f19 !important; }
        .code { background-color: #17352c !important; color: #f2efe9 !important; }
        .button { background-color: #5cc3a3 !important; color: #0b1f19 !important; }
        .quiet { color: #b5afa4 !important; }
      }
    </style>
  </head>
  <body class="page" style="margin: 0; padding: 0; background-color: #faf9f6; color: #1d1c1a; font-family: 'Hanken Grotesk', 'Segoe UI', Helvetica, Arial, sans-serif; font-size: 16px; line-height: 1.5;">
    <table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background-color: #faf9f6;">
      <tr>
        <td class="outer" align="center" style="padding: 32px 16px;">
          <table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width: 600px; border-collapse: separate; background-color: #ffffff; border: 1px solid #e7e3da; border-radius: 16px;">
            <tr>
              <td class="inner" style="padding: 32px;">
                <p style="margin: 0 0 24px; font-size: 15px; font-weight: bold;"><span class="mark" aria-hidden="true" style="display: inline-block; width: 32px; margin-right: 10px; border-radius: 8px; background-color: #0f6a54; color: #ffffff; line-height: 32px; text-align: center;">&nbsp;</span>Sheaf</p>
${content}              </td>
            </tr>
          </table>
          <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width: 600px;">
            <tr>
              <td class="quiet" style="padding: 16px 8px; font-size: 13px; color: #5b5750;">
${footer}              </td>
            </tr>
          </table>
        </td>
      </tr>
    </table>
  </body>
</html>
`;
}

function button(text: EmailText): string {
  if (!text.button) return "";
  const { label, linkType } = text.button;
  return `                <p style="margin: 0 0 8px;">Or use this button:</p>
                <p style="margin: 0 0 24px;">
                  <a class="button" href="{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}&amp;type=${linkType}&amp;redirect_to={{ .RedirectTo }}" style="display: inline-block; padding: 12px 20px; border-radius: 8px; background-color: #0f6a54; color: #ffffff; font-weight: bold; text-decoration: none;">${label}</a>
                </p>
`;
}
