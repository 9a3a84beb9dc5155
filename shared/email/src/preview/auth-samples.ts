import { authTemplates } from "../auth/templates.ts";

/** Sample values for the actions of Auth's templates. */
const values: Readonly<Record<string, string>> = {
  "{{ slice .Token 0 4 }}": "5648",
  "{{ slice .Token 4 }}": "8557",
  "{{ .TokenHash }}": "pkce_7f2c91a05d3e44b8",
  "{{ .SiteURL }}": "https://sheaf.example",
  "{{ .RedirectTo }}": "https%3A%2F%2Fsheaf.example%2Fauth%2Fcallback",
  "{{ .Email }}": "ana@duarte.example",
  "{{ .NewEmail }}": "ana.duarte@new-address.example",
};

/** @throws for an action without a value. */
function filled(template: string): string {
  return template.replaceAll(/\{\{.*?\}\}/gu, (action) => {
    const value = values[action];
    if (value === undefined) throw new Error(`No sample value for ${action}`);
    return value;
  });
}

/** The emails of Auth, as it would send them. */
export const authSamples = authTemplates.map(({ name, subject, html }) => ({
  name,
  subject: filled(subject),
  html: filled(html),
}));
