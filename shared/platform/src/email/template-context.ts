/** Position in the HTML, as far as it determines how a variable has to be escaped. */
export type HtmlContext =
  | { in: "text" }
  | { in: "tag"; element: string; name: string }
  | { in: "attribute"; element: string; name: string; quote: string; url: UrlPart }
  | { in: "raw"; element: string }
  | { in: "comment" };

/** `none`: not a URL. `start`: the value could still set the scheme. `query`: after the first `?` or `#`. */
export type UrlPart = "none" | "start" | "path" | "query";

const urlAttributes = new Set([
  "action",
  "background",
  "cite",
  "data",
  "formaction",
  "href",
  "poster",
  "src",
]);

export const startContext: HtmlContext = { in: "text" };

/** Parses literal text of a template and returns the context at its end. Supports only the HTML that emails use. */
export function advance(context: HtmlContext, literal: string): HtmlContext {
  let current = context;
  let at = 0;
  while (at < literal.length) {
    const step = stepFrom(current, literal.slice(at));
    current = step.context;
    at += step.length;
  }
  return current;
}

interface Step {
  context: HtmlContext;
  /** Characters consumed, at least one. */
  length: number;
}

function stepFrom(context: HtmlContext, rest: string): Step {
  if (context.in === "attribute") return stepInAttribute(context, rest);
  if (context.in === "tag") return stepInTag(context, rest);
  if (context.in === "comment") return stepTo("-->", rest, { in: "text" }, context);
  if (context.in === "raw") {
    return stepTo(`</${context.element}`, rest, { in: "tag", element: "", name: "" }, context);
  }
  return stepInText(rest);
}

function stepInText(rest: string): Step {
  if (rest.startsWith("<!--")) return { context: { in: "comment" }, length: 4 };
  const tag = /^<(\/?[a-z][a-z0-9]*|!)/i.exec(rest);
  if (!tag) return { context: { in: "text" }, length: 1 };
  return { context: { in: "tag", element: (tag[1] ?? "").toLowerCase(), name: "" }, length: tag[0].length };
}

function stepTo(end: string, rest: string, then: HtmlContext, otherwise: HtmlContext): Step {
  const found = rest.toLowerCase().indexOf(end);
  if (found === -1) return { context: otherwise, length: rest.length };
  return { context: then, length: found + end.length };
}

function stepInTag(context: HtmlContext & { in: "tag" }, rest: string): Step {
  if (rest.startsWith(">")) {
    const raw = context.element === "style" || context.element === "script";
    return { context: raw ? { in: "raw", element: context.element } : { in: "text" }, length: 1 };
  }
  const value = /^\s*=\s*(["'])/.exec(rest);
  if (value) {
    const { element, name } = context;
    const url = urlAttributes.has(name) ? "start" : "none";
    return {
      context: { in: "attribute", element, name, quote: value[1] ?? '"', url },
      length: value[0].length,
    };
  }
  const name = /^[^\s=>"'/]+/.exec(rest)?.[0];
  if (name) return { context: { ...context, name: name.toLowerCase() }, length: name.length };
  return { context, length: 1 };
}

function stepInAttribute(context: HtmlContext & { in: "attribute" }, rest: string): Step {
  const character = rest.charAt(0);
  if (character === context.quote) {
    return { context: { in: "tag", element: context.element, name: "" }, length: 1 };
  }
  if (context.url === "none" || context.url === "query") return { context, length: 1 };
  if (character === "?" || character === "#") return { context: { ...context, url: "query" }, length: 1 };
  return { context: /\s/.test(character) ? context : { ...context, url: "path" }, length: 1 };
}
