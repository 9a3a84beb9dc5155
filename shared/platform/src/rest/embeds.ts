/** Tables that a query may embed, each with those that it may embed in turn. */
interface Embeds {
  readonly [table: string]: Embeds;
}

interface Rule {
  readonly embeds: Embeds;
  /** Parameters of which the query needs one, with the pattern of its value: it bounds how many rows are combined. */
  readonly needs: Readonly<Record<string, string>>;
}

const id = "[0-9a-f-]{36}";
const one = String.raw`eq\.${id}`;
const leaf: Embeds = {};
const content: Embeds = { files: leaf, item_examples: leaf, notes: leaf, questions: { messages: leaf } };
const listed: Embeds = { events: { items: leaf }, recipients: leaf, request_tags: { tags: leaf } };

/**
 * Queries of rows with others embedded, by path of PostgREST. PostgREST embeds any related table in any other, as deep and
 * as often as asked, so that a hundred bytes combine all rows of a table with all of another. These are the product's own
 * queries; any other is refused. `shared/gateway/Caddyfile` has the same, generated, for docker compose.
 */
const embedRules: Readonly<Record<string, Rule>> = {
  "/requests": {
    embeds: {
      ...listed,
      items: content,
      recipients: { recipient_items: leaf },
      request_links: leaf,
      workspaces: leaf,
    },
    needs: { id: one },
  },
  "/rpc/request_details": {
    embeds: {
      items: content,
      recipients: { recipient_items: leaf },
      request_links: leaf,
      request_tags: { tags: leaf },
      workspaces: leaf,
    },
    needs: { request: id },
  },
  "/rpc/list_requests": { embeds: listed, needs: { "events.limit": "1" } },
  "/rpc/search_requests": { embeds: { ...listed, items: leaf }, needs: { "events.limit": "1" } },
  "/items": { embeds: content, needs: { request_id: one, id: one } },
  "/questions": { embeds: { messages: leaf }, needs: { request_id: one } },
  "/recipients": { embeds: { requests: { items: leaf, workspaces: leaf } }, needs: { user_id: one } },
  "/events": { embeds: { items: leaf, recipients: leaf }, needs: {} },
  "/files": { embeds: { items: leaf }, needs: {} },
  "/members": { embeds: { profiles: leaf, workspaces: leaf }, needs: {} },
};

/** Every table that may be embedded. */
const tables = [...new Set(Object.values(embedRules).flatMap(({ embeds }) => namesIn(embeds)))].toSorted();

function namesIn(embeds: Embeds): string[] {
  return Object.entries(embeds).flatMap(([name, inner]) => [name].concat(namesIn(inner)));
}

/**
 * The columns and tables of a `select`. Names are plain, so an alias, a hint, a spread, a quote or a space matches nothing.
 * Go and JavaScript read the pattern alike.
 */
function selection(embeds: Embeds): string {
  const columns = "[a-z0-9_*,]";
  const inner = Object.entries(embeds).map(([name, more]) => String.raw`\b${name}\(${selection(more)}\)`);
  return inner.length === 0 ? `${columns}*` : `(?:${[columns, ...inner].join("|")})*`;
}

const embedPatterns = {
  /** A `select` that embeds one table twice: only `items` may stand in two places. */
  repeated: tables
    .map((name) => {
      const again = String.raw`.*\b${name}\(`;
      return String.raw`\b${name}\(${again}${name === "items" ? again : ""}`;
    })
    .join("|"),
  /** A query that parsers read differently: some end a parameter at a semicolon, or drop one that is badly escaped. */
  ambiguous: ";|%(?:[^0-9A-Fa-f]|$)|%[0-9A-Fa-f](?:[^0-9A-Fa-f]|$)",
  selectionOf: ({ embeds }: Rule) => `^${selection(embeds)}$`,
  valueOf: (pattern: string) => `^${pattern}$`,
};

const ambiguous = new RegExp(embedPatterns.ambiguous);
const repeated = new RegExp(embedPatterns.repeated);

/** True for a query that embeds otherwise than the product's own. @param search with its question mark. */
export function isRefusedQuery(path: string, search: string): boolean {
  const raw = search.slice(1);
  if (ambiguous.test(raw)) return true;
  const parameters = new URLSearchParams(raw);
  const valueOf = (name: string) => parameters.getAll(name).join(",");
  const select = valueOf("select");
  if (!select.includes("(")) return false;
  const rule = Object.hasOwn(embedRules, path) ? embedRules[path] : undefined;
  if (!rule || repeated.test(select) || !new RegExp(embedPatterns.selectionOf(rule)).test(select))
    return true;
  const needs = Object.entries(rule.needs);
  return (
    needs.length > 0 &&
    !needs.some(([name, pattern]) => new RegExp(embedPatterns.valueOf(pattern)).test(valueOf(name)))
  );
}

/** Answer to a refused query, in PostgREST's form. */
export const refusedQuery = {
  code: "query.refused",
  message: "query.refused",
  details: "This combination of tables is not offered.",
  hint: null,
};

/** The rules as a matcher of Caddy, whose placeholders for a parameter join all of its values, decoded. */
export function caddyMatcher(): string {
  const parameter = (name: string) => `{http.request.uri.query.${name}}`;
  const matches = (value: string, pattern: string) => `${value}.matches(r'${pattern}')`;
  const oneOf = (needs: string[]) => (needs.length < 2 ? needs : [`(${needs.join(" || ")})`]);
  const select = parameter("select");
  const rules = Object.entries(embedRules).map(([path, rule]) =>
    [
      `{http.request.uri.path} == '${path}'`,
      matches(select, embedPatterns.selectionOf(rule)),
      ...oneOf(
        Object.entries(rule.needs).map(([name, value]) =>
          matches(parameter(name), embedPatterns.valueOf(value)),
        ),
      ),
    ].join(" && "),
  );
  return [
    "\t@refused_query expression `",
    `\t\t${matches("{http.request.uri.query}", embedPatterns.ambiguous)}`,
    `\t\t|| ${select}.contains('(') && (`,
    `\t\t\t${matches(select, embedPatterns.repeated)}`,
    "\t\t\t|| !(",
    ...rules.map((rule, index) => `\t\t\t\t${index === 0 ? "" : "|| "}${rule}`),
    "\t\t\t)",
    "\t\t)",
    "\t`",
  ].join("\n");
}
