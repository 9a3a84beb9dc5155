import { expect, test } from "vitest";
import { compileHtml, compileSubject, templateVariables, type TemplateValues } from "./template.ts";

function render(source: string, values: TemplateValues): string {
  return compileHtml(source, templateVariables)(values);
}

test("a hostile address stays text in the mail", () => {
  expect(render("<p>{{ .Email }}</p>", { Email: `"><script>alert('x')</script>&+` })).toBe(
    "<p>&#34;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;&#43;</p>",
  );
});

test("a hostile value cannot leave the attribute it stands in", () => {
  expect(render('<p title="{{ .Email }}">', { Email: '" onmouseover="x' })).toBe(
    '<p title="&#34; onmouseover=&#34;x">',
  );
});

test("a destination in a link's query arrives percent-encoded and adds no parameter", () => {
  const link = render('<a href="{{ .SiteURL }}/auth/confirm?a=1&amp;redirect_to={{ .RedirectTo }}">', {
    SiteURL: "http://localhost:3000",
    RedirectTo: "http://localhost:3000/auth/callback?next=/r/a b&sb_flow_id=x#'()",
  });
  expect(link).toBe(
    '<a href="http://localhost:3000/auth/confirm?a=1&amp;redirect_to=http%3A%2F%2Flocalhost%3A3000%2Fauth%2Fcallback%3Fnext%3D%2Fr%2Fa%20b%26sb_flow_id%3Dx%23%27%28%29">',
  );
});

test("a value after a fragment sign is encoded like a query value", () => {
  expect(render('<a href="/x#{{ .Token }}">', { Token: "a&b" })).toBe('<a href="/x#a%26b">');
});

test("a whole link keeps its parts and escapes only what HTML needs", () => {
  expect(
    render('<a href="{{ .ConfirmationURL }}">', { ConfirmationURL: "https://h.example/v?a=1&b=%20 é" }),
  ).toBe('<a href="https://h.example/v?a=1&amp;b=%20%20%c3%a9">');
});

test("a link that would run a script is defused", () => {
  expect(render('<a href="{{ .RedirectTo }}">', { RedirectTo: "javascript:alert(1)" })).toBe(
    '<a href="#ZgotmplZ">',
  );
  expect(render('<a href="/at/{{ .RedirectTo }}">', { RedirectTo: 'x"y z' })).toBe(
    '<a href="/at/x%22y%20z">',
  );
});

test("what someone says of themselves stays text, whatever it is", () => {
  const Data = { name: "<b>Ann</b>", home: { city: "Bonn", floor: 2 }, tags: ["a", null], gone: null };
  expect(render("<p>{{ .Data.name }}</p>", { Data })).toBe("<p>&lt;b&gt;Ann&lt;/b&gt;</p>");
  expect(render("{{.Data.home.city}}, {{ .Data.home }}, {{ .Data.tags }}", { Data })).toBe(
    "Bonn, map[city:Bonn floor:2], [a &lt;nil&gt;]",
  );
  expect(render('<a href="/r?by={{ .Data.name }}">', { Data })).toBe('<a href="/r?by=%3Cb%3EAnn%3C%2Fb%3E">');
});

test("a field that someone does not have leaves nothing behind", () => {
  const Data = { gone: null, name: "Ann" };
  for (const field of ["gone", "other", "name.first", "toString", "constructor.name"]) {
    expect(render(`<p>{{ .Data.${field} }}</p>`, { Data })).toBe("<p></p>");
  }
  expect(render("<p>{{ .Data.name }}</p>", {})).toBe("<p></p>");
});

test("a variable that is not given leaves nothing behind", () => {
  expect(render("<p>{{ .NewEmail }}</p>", {})).toBe("<p></p>");
});

test.each([
  ["a field of what has none", "<p>{{ .Token.length }}</p>"],
  ["a variable nobody knows", "<p>{{ .Password }}</p>"],
  ["logic", "<p>{{ if .Token }}x{{ end }}</p>"],
  ["a variable in a style sheet", "<style>p { color: {{ .Token }} }</style>"],
  ["a variable in a script", "<script>{{ .Token }}</script>"],
  ["a variable in a comment", "<!-- {{ .Token }} -->"],
  ["a variable as a tag's own text", "<p {{ .Token }}>"],
  ["a variable without quotes around it", "<p title={{ .Token }}>"],
  ["a variable in an event handler", '<p onclick="{{ .Token }}">'],
  ["a variable in an inline style", '<p style="color: {{ .Token }}">'],
])("a template with %s is refused before any mail is sent", (_what, source) => {
  expect(() => compileHtml(source, templateVariables)).toThrow(/\{\{/);
});

test("text after a style sheet or a comment is text again", () => {
  expect(render("<style>a > b {}</style><!-- <p --><p>{{ .Token }}</p>", { Token: "<1>" })).toContain(
    "<p>&lt;1&gt;</p>",
  );
});

test("a subject stays on one line", () => {
  expect(compileSubject("Code {{ .Token }}", ["Token"])({ Token: "1\r\nBcc: x@y.example" })).toBe(
    "Code 1 Bcc: x@y.example",
  );
});
