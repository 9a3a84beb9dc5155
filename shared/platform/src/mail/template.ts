import { escapeHtml, escapeQueryValue, filterUrl, normaliseUrl } from "./escape.ts";
import { advance, startContext, type HtmlContext, type UrlPart } from "./template-context.ts";

/** Values that a template may name. `Data` is not among them: a stranger could write into our mails with it. */
export const templateVariables = [
  "SiteURL",
  "ConfirmationURL",
  "Email",
  "NewEmail",
  "SendingTo",
  "Token",
  "TokenHash",
  "RedirectTo",
] as const;

export type TemplateVariable = (typeof templateVariables)[number];
export type TemplateValues = Readonly<Partial<Record<TemplateVariable, string>>>;

/** A template that has been read and found sound. Values left out render as nothing. */
export type CompiledTemplate = (values: TemplateValues) => string;

interface Hole {
  variable: TemplateVariable;
  escape: (value: string) => string;
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
      const variable = variableIn(piece, allowed);
      parts.push({ variable, escape: reader.escapeFor(variable) });
    } else {
      reader.literal(piece);
      parts.push(piece);
    }
  }
  return (values) =>
    parts
      .map((part) => (typeof part === "string" ? part : part.escape(values[part.variable] ?? "")))
      .join("");
}

function variableIn(action: string, allowed: readonly TemplateVariable[]): TemplateVariable {
  const name = /^\{\{\s*\.(\w+)\s*\}\}$/.exec(action)?.[1];
  const variable = allowed.find((candidate) => candidate === name);
  if (!variable) {
    throw new Error(
      `A mail template holds ${action}; here it may hold ${allowed.join(", ")} and nothing else`,
    );
  }
  return variable;
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
