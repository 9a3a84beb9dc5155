import type { Context } from "hono";

const texts = { 302: "Found", 303: "See Other" } as const;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&#34;",
  "'": "&#39;",
};

/** A redirect as Go's `http.Redirect` writes it: with an HTML body for GET. */
export function redirect(c: Context, location: string, status: keyof typeof texts): Response {
  c.header("Location", location);
  if (c.req.method !== "GET") return c.body(null, status);
  c.header("Content-Type", "text/html; charset=utf-8");
  const href = location.replace(/[&<>"']/g, (character) => entities[character] ?? character);
  return c.body(`<a href="${href}">${texts[status]}</a>.\n\n`, status);
}
