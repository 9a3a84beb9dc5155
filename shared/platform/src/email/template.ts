import { escapeHtml, escapeQueryValue, filterUrl, normaliseUrl } from "./escape.ts";
import { goText } from "./go-text.ts";
import { advance, startContext, type HtmlContext, type UrlPart } from "./template-context.ts";

/** Variables of a template. `Data` is user metadata, so its content is untrusted. */
export const templateVariables = [
  "SiteURL",
  "ConfirmationURL",
  "Email",
  "NewEmail",
  "SendingTo",
  "Token",
  "TokenHash",
  "RedirectTo",
  "OldEmail",
  "Provider",
  "FactorType",
  "Data",
] as const;

export type TemplateVariable = (typeof templateVariables)[number];
export type TemplateValues = Readonly<Partial<Record<Exclude<TemplateVariable, "Data">, string>>> & {
  /** User metadata; templates read its fields as `{{ .Data.name }}`. */
  readonly Data?: Readonly<Record<string, unknown>>;
};

/** Renders a compiled template. Missing values render as nothing. */
export type CompiledTemplate = (values: TemplateValues) => string;

interface Placeholder {
  name: Name;
  escape: (value: string) => string;
}

interface Name {
  variable: TemplateVariable;
  /** Path to a field of `Data`; empty for other variables. */
  path: readonly string[];
  /** Byte offsets, as in Go's `slice`. */
  slice?: readonly [from: number, to: number | undefined];
}

/**
 * Compiles an HTML template with `{{ .Variable }}` and `{{ slice .Variable 0 4 }}`. Like Go's html/template, escapes each
 * value for its context, so that it can neither add markup nor add a parameter to a link.
 *
 * @param allowed variables that this template may use.
 * @throws if the template uses another variable or any other action, or has a variable in a place that can't be
 *   escaped: a comment, style, script, event handler, or outside an attribute's value in a tag.
 */
export function compileHtml(source: string, allowed: readonly TemplateVariable[]): CompiledTemplate {
  let context = startContext;
  return compile(source, allowed, {
    literal: (text) => {
      context = advance(context, text);
    },
    escapeFor: (variable) => escapeIn(context, variable),
  });
}

/** Compiles a subject: one line, with values escaped as HTML, which Auth does too. @throws like `compileHtml`. */
export function compileSubject(source: string, allowed: readonly TemplateVariable[]): CompiledTemplate {
  return compile(source, allowed, {
    literal: () => undefined,
    escapeFor: () => (value) => escapeHtml(value).replace(/[\r\n]+/g, " "),
  });
}

interface Reader {
  literal(text: string): void;
  escapeFor(variable: TemplateVariable): (value: string) => string;
}

function compile(source: string, allowed: readonly TemplateVariable[], reader: Reader): CompiledTemplate {
  const parts: (string | Placeholder)[] = [];
  for (const piece of source.split(/(\{\{[\s\S]*?\}\})/)) {
    if (piece.startsWith("{{")) {
      const name = nameIn(piece, allowed);
      parts.push({ name, escape: reader.escapeFor(name.variable) });
    } else {
      reader.literal(piece);
      parts.push(piece);
    }
  }
  return (values) =>
    parts.map((part) => (typeof part === "string" ? part : part.escape(textOf(part.name, values)))).join("");
}

function textOf({ variable, path, slice }: Name, values: TemplateValues): string {
  const text = goText(path.reduce<unknown>(fieldOf, values[variable]));
  return slice ? sliced(text, slice) : text;
}

function sliced(text: string, [from, to]: NonNullable<Name["slice"]>): string {
  const bytes = Buffer.from(text);
  const end = to ?? bytes.length;
  if (from > end || end > bytes.length) throw new Error(`index out of range: ${end}`);
  return bytes.subarray(from, end).toString();
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, field)
    ? Reflect.get(value, field)
    : undefined;
}

function nameIn(action: string, allowed: readonly TemplateVariable[]): Name {
  const [, sliced, from, to] = /^\{\{\s*slice \.(\w+) (\d+)(?: (\d+))?\s*\}\}$/.exec(action) ?? [];
  const whole = allowed.find((candidate) => candidate === sliced && candidate !== "Data");
  if (whole) {
    return { variable: whole, path: [], slice: [Number(from), to === undefined ? undefined : Number(to)] };
  }
  const [first, ...path] = /^\{\{\s*\.(\w+(?:\.\w+)*)\s*\}\}$/.exec(action)?.[1]?.split(".") ?? [];
  const variable = allowed.find((candidate) => candidate === first);
  if (!variable || (path.length > 0 && variable !== "Data")) {
    throw new Error(
      `The template contains ${action}; only these variables are allowed here: ${allowed.join(", ")}`,
    );
  }
  return { variable, path };
}

function escapeIn(context: HtmlContext, variable: TemplateVariable): (value: string) => string {
  if (context.in === "text") return escapeHtml;
  if (context.in !== "attribute" || context.name.startsWith("on") || context.name === "style") {
    throw new Error(`The template contains {{ .${variable} }} where it can't be escaped (${context.in})`);
  }
  return escapesIn[context.url];
}

const escapesIn: Readonly<Record<UrlPart, (value: string) => string>> = {
  none: escapeHtml,
  start: (value) => escapeHtml(normaliseUrl(filterUrl(value))),
  path: (value) => escapeHtml(normaliseUrl(value)),
  query: escapeQueryValue,
};
