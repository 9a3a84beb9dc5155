import { readFile } from "node:fs/promises";
import * as v from "valibot";
import { parse } from "yaml";
import { interpolate } from "./interpolate.ts";

const Texts = v.array(v.string());

/** Aliases of a service on each of its networks. */
const Networks = v.record(
  v.string(),
  v.pipe(
    v.nullable(v.object({ aliases: v.optional(Texts, []) })),
    v.transform((network) => network?.aliases ?? []),
  ),
);
const withoutAliases = (names: string[]): Record<string, string[]> =>
  Object.fromEntries(names.map((name) => [name, []]));

const Service = v.object({
  image: v.string(),
  profiles: v.optional(Texts, []),
  environment: v.optional(v.record(v.string(), v.string()), {}),
  depends_on: v.optional(v.record(v.string(), v.object({ condition: v.string() })), {}),
  healthcheck: v.optional(v.object({ test: v.optional(Texts), interval: v.optional(v.string()) })),
  entrypoint: v.optional(Texts, []),
  mem_limit: v.optional(v.string()),
  restart: v.optional(v.string()),
  read_only: v.optional(v.boolean(), false),
  cap_drop: v.optional(Texts, []),
  cap_add: v.optional(Texts, []),
  security_opt: v.optional(Texts, []),
  user: v.optional(v.string()),
  networks: v.optional(v.union([v.pipe(Texts, v.transform(withoutAliases)), Networks]), {}),
  ports: v.optional(Texts, []),
  volumes: v.optional(Texts, []),
});
const Compose = v.object({
  services: v.record(v.string(), Service),
  volumes: v.record(v.string(), v.nullable(v.object({}))),
  configs: v.record(v.string(), v.object({ content: v.string() })),
});

export type ComposeFile = v.InferOutput<typeof Compose>;
export type ComposeService = v.InferOutput<typeof Service>;

const file = new URL("../../../../docker-compose.yml", import.meta.url);

/**
 * Reads docker-compose.yml and interpolates every value from `env`. Includes the services of all profiles.
 *
 * @throws an error with the file's own message if a required variable is empty.
 */
export async function readCompose(env: Readonly<Record<string, string>>): Promise<ComposeFile> {
  const raw: unknown = parse(await readFile(file, "utf8"), { merge: true });
  return v.parse(Compose, fill(raw, env));
}

function fill(value: unknown, env: Readonly<Record<string, string>>): unknown {
  if (typeof value === "string") return interpolate(value, env);
  if (Array.isArray(value)) return value.map((item) => fill(item, env));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fill(item, env)]));
}
