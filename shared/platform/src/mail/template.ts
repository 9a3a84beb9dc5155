import { escapeHtml, escapeQueryValue, filterUrl, normaliseUrl } from "./escape.ts";
import { goText } from "./go-text.ts";
import { advance, startContext, type HtmlContext, type UrlPart } from "./template-context.ts";

/** Values that a template may name. What stands in `Data` is what a person said of themselves: anybody's words. */
export const templateVariables = [
  "SiteURL",
  "ConfirmationURL",
  "Email",
  "NewEmail",
  "SendingTo",
  "Token",
  "TokenHash",
  "RedirectTo",
  "Data",
] as const;

export type TemplateVariable = (typeof templateVariables)[number];
export type TemplateValues = Readonly<Partial<Record<Exclude<TemplateVariable, "Data">, string>>> & {
  /** The metadata, of which a template names fields as `{{ .Data.name }}`. */
  readonly Data?: Readonly<Record<string, unknown>>;
};

/** A template that has been read and found sound. Values left out render as nothing. */
export type CompiledTemplate = (values: TemplateValues) => string;

interface Hole {
  name: Name;
  escape: (value: string) => string;
}

/** A variable, and of the metadata the way to one of their fields. */
interface Name {
  variable: TemplateVariable;
  path: readonly string[];
}

/**
 * Reads an HTML template with `{{ .Variable }}` in it, escaping as Go's html/template does: by the place where the
 * variable stands, so a value can neither leave its text nor add a parameter to its link.
 *
 * @param allowed the variables that this mail knows.
 * @throws when it names another variable, holds any other action, or puts one where no escape is known
 *   (a comment, style or script, a tag itself, an event handler).
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

/** Reads a subject: the same variables, plain text, kept to one line. @throws as `compileHtml` does. */
export function compileSubject(source: string, allowed: readonly TemplateVariable[]): CompiledTemplate {
  return compile(source, allowed, {
    literal: () => undefined,
    escapeFor: () => (value) => value.replace(/[\r\n]+/g, " "),
  });
}

interface Reader {
  literal(text: string): void;
  escapeFor(variable: TemplateVariable): (value: string) => string;
}

function compile(source: string, allowed: readonly TemplateVariable[], reader: Reader): CompiledTemplate {
  const parts: (string | Hole)[] = [];
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

function textOf({ variable, path }: Name, values: TemplateValues): string {
  return goText(path.reduce<unknown>(fieldOf, values[variable]));
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, field)
    ? Reflect.get(value, field)
    : undefined;
}

function nameIn(action: string, allowed: readonly TemplateVariable[]): Name {
  const [first, ...path] = /^\{\{\s*\.(\w+(?:\.\w+)*)\s*\}\}$/.exec(action)?.[1]?.split(".") ?? [];
  const variable = allowed.find((candidate) => candidate === first);
  if (!variable || (path.length > 0 && variable !== "Data")) {
    throw new Error(
      `A mail template holds ${action}; here it may hold ${allowed.join(", ")} and nothing else`,
    );
  }
  return { variable, path };
}

function escapeIn(context: HtmlContext, variable: TemplateVariable): (value: string) => string {
  if (context.in === "text") return escapeHtml;
  if (context.in !== "attribute" || context.name.startsWith("on") || context.name === "style") {
    throw new Error(`A mail template holds {{ .${variable} }} where it cannot be escaped (${context.in})`);
  }
  return escapesIn[context.url];
}

const escapesIn: Readonly<Record<UrlPart, (value: string) => string>> = {
  none: escapeHtml,
  start: (value) => escapeHtml(normaliseUrl(filterUrl(value))),
  path: (value) => escapeHtml(normaliseUrl(value)),
  query: escapeQueryValue,
};
