import { expect, test } from "vitest";
import { compileHtml, compileSubject, templateVariables, type TemplateValues } from "./template.ts";

function render(source: string, values: TemplateValues): string {
  return compileHtml(source, templateVariables)(values);
}

test("markup in an address is escaped", () => {
  expect(render("<p>{{ .Email }}</p>", { Email: `"><script>alert('x')</script>&+` })).toBe(
    "<p>&#34;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;&#43;</p>",
  );
});

test("a value can't break out of its attribute", () => {
  expect(render('<p title="{{ .Email }}">', { Email: '" onmouseover="x' })).toBe(
    '<p title="&#34; onmouseover=&#34;x">',
  );
});

test("a value in a link's query is percent-encoded and can't add a parameter", () => {
  const link = render('<a href="{{ .SiteURL }}/auth/confirm?a=1&amp;redirect_to={{ .RedirectTo }}">', {
    SiteURL: "http://localhost:3000",
    RedirectTo: "http://localhost:3000/auth/callback?next=/r/a b&sb_flow_id=x#'()",
  });
  expect(link).toBe(
    '<a href="http://localhost:3000/auth/confirm?a=1&amp;redirect_to=http%3A%2F%2Flocalhost%3A3000%2Fauth%2Fcallback%3Fnext%3D%2Fr%2Fa%20b%26sb_flow_id%3Dx%23%27%28%29">',
  );
});

test("a value in a fragment is encoded like a query value", () => {
  expect(render('<a href="/x#{{ .Token }}">', { Token: "a&b" })).toBe('<a href="/x#a%26b">');
});

test("a complete link keeps its structure and gets only HTML escaping", () => {
  expect(
    render('<a href="{{ .ConfirmationURL }}">', { ConfirmationURL: "https://h.example/v?a=1&b=%20 é" }),
  ).toBe('<a href="https://h.example/v?a=1&amp;b=%20%20%c3%a9">');
});

test("a link with a script scheme is replaced", () => {
  expect(render('<a href="{{ .RedirectTo }}">', { RedirectTo: "javascript:alert(1)" })).toBe(
    '<a href="#ZgotmplZ">',
  );
  expect(render('<a href="/at/{{ .RedirectTo }}">', { RedirectTo: 'x"y z' })).toBe(
    '<a href="/at/x%22y%20z">',
  );
});

test("user metadata of any type is printed as escaped text", () => {
  const Data = { name: "<b>Ann</b>", home: { city: "Bonn", floor: 2 }, tags: ["a", null], gone: null };
  expect(render("<p>{{ .Data.name }}</p>", { Data })).toBe("<p>&lt;b&gt;Ann&lt;/b&gt;</p>");
  expect(render("{{.Data.home.city}}, {{ .Data.home }}, {{ .Data.tags }}", { Data })).toBe(
    "Bonn, map[city:Bonn floor:2], [a &lt;nil&gt;]",
  );
  expect(render('<a href="/r?by={{ .Data.name }}">', { Data })).toBe('<a href="/r?by=%3Cb%3EAnn%3C%2Fb%3E">');
});

test("a missing metadata field renders as nothing", () => {
  const Data = { gone: null, name: "Ann" };
  for (const field of ["gone", "other", "name.first", "toString", "constructor.name"]) {
    expect(render(`<p>{{ .Data.${field} }}</p>`, { Data })).toBe("<p></p>");
  }
  expect(render("<p>{{ .Data.name }}</p>", {})).toBe("<p></p>");
});

test("a variable without a value renders as nothing", () => {
  expect(render("<p>{{ .NewEmail }}</p>", {})).toBe("<p></p>");
});

test.each([
  ["a field of a plain variable", "<p>{{ .Token.length }}</p>"],
  ["an unknown variable", "<p>{{ .Password }}</p>"],
  ["a slice without a start", "<p>{{ slice .Token }}</p>"],
  ["a slice of metadata", "<p>{{ slice .Data.name 0 1 }}</p>"],
  ["logic", "<p>{{ if .Token }}x{{ end }}</p>"],
  ["a variable in a style sheet", "<style>p { color: {{ .Token }} }</style>"],
  ["a variable in a script", "<script>{{ .Token }}</script>"],
  ["a variable in a comment", "<!-- {{ .Token }} -->"],
  ["a variable in place of an attribute", "<p {{ .Token }}>"],
  ["an unquoted attribute value", "<p title={{ .Token }}>"],
  ["a variable in an event handler", '<p onclick="{{ .Token }}">'],
  ["a variable in an inline style", '<p style="color: {{ .Token }}">'],
])("a template with %s fails to compile", (_case, source) => {
  expect(() => compileHtml(source, templateVariables)).toThrow(/\{\{/);
});

test("variables after a style sheet or comment are escaped as text", () => {
  expect(render("<style>a > b {}</style><!-- <p --><p>{{ .Token }}</p>", { Token: "<1>" })).toContain(
    "<p>&lt;1&gt;</p>",
  );
});

test("slicing works as in Go, and the result is escaped for its context", () => {
  const Token = "56488557";
  expect(compileSubject("{{ slice .Token 0 4 }} {{slice .Token 4}}", ["Token"])({ Token })).toBe("5648 8557");
  expect(render('<a href="/x?c={{ slice .Email 0 2 }}">', { Email: "&+x" })).toBe('<a href="/x?c=%26%2B">');
});

test("slicing past the end of a value fails, as in Go", () => {
  const subject = compileSubject("{{ slice .Token 4 8 }}", ["Token"]);
  expect(() => subject({ Token: "564885" })).toThrow(/out of range/);
});

test("a subject stays on one line", () => {
  expect(compileSubject("Code {{ .Token }}", ["Token"])({ Token: "1\r\nBcc: x@y.example" })).toBe(
    "Code 1 Bcc: x@y.example",
  );
});

test("values in a subject are escaped as HTML, as in the service", () => {
  const subject = compileSubject("For {{ .Data.name }} & others", ["Data"]);
  expect(subject({ Data: { name: "Okafor & Lind's" } })).toBe("For Okafor &amp; Lind&#39;s & others");
});
