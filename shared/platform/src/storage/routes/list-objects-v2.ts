import { Hono } from "hono";
import * as v from "valibot";
import { askFor } from "../ask.ts";
import { requireCaller, type StorageEnv } from "../caller.ts";
import { readJson } from "../json-body.ts";
import { type ListCursor, type ListEntry, listKeys } from "../list.repository.ts";
import { Count, Order } from "../list-body.ts";
import type { StorageParts } from "../parts.ts";
import { invalidParameter } from "../storage.errors.ts";

const mostRows = 1000;

const Body = v.object({
  prefix: v.optional(v.string(), ""),
  limit: v.optional(Count(1), mostRows),
  cursor: v.optional(v.string()),
  with_delimiter: v.optional(v.boolean(), false),
  sortBy: v.optional(
    v.object({
      column: v.optional(v.picklist(["name", "updated_at", "created_at"]), "name"),
      order: v.optional(Order, "asc"),
    }),
    {},
  ),
});

const Cursor = v.object({ rank: v.boolean(), at: v.string(), name: v.string() });

/**
 * `POST /object/list-v2/{bucket}`: keys that begin in some way, page by page → `{hasNext, nextCursor?, folders,
 * objects}`, as far as the caller's policies show them.
 */
export function listObjectsV2Route({ database, clock, tokenKeys }: StorageParts) {
  const app = new Hono<StorageEnv>();

  app.post("/object/list-v2/:bucket", requireCaller({ clock, tokenKeys }), async (c) => {
    const { bucket } = c.req.param();
    const { prefix, with_delimiter: isFolded, sortBy, ...page } = await readJson(c.req, Body);
    const limit = Math.min(page.limit, mostRows);
    const after = page.cursor === undefined ? undefined : readCursor(page.cursor);
    const ask = askFor(c, { database, operation: "storage.object.list_v2" });
    // One more than asked for tells whether there is a next page.
    const listing = { bucket, prefix, isFolded, limit: limit + 1, after, ...sortBy };
    const found = await ask.asCaller((query) => listKeys(query, listing));
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    const hasNext = found.length > limit;
    return c.json({
      hasNext,
      ...(hasNext && last !== undefined ? { nextCursor: writeCursor(last) } : {}),
      folders: rows.filter(({ id }) => id === null).map(({ name }) => ({ name })),
      objects: rows.filter(({ id }) => id !== null).map(objectOf),
    });
  });

  return app;
}

function objectOf({ name, id, updated_at, created_at, last_accessed_at, metadata }: ListEntry) {
  return { name, id, updated_at, created_at, last_accessed_at, metadata };
}

function writeCursor({ rank, at, name }: ListCursor): string {
  return Buffer.from(JSON.stringify({ rank, at, name })).toString("base64url");
}

function readCursor(text: string): ListCursor {
  try {
    return v.parse(Cursor, JSON.parse(Buffer.from(text, "base64url").toString()));
  } catch {
    throw invalidParameter("cursor");
  }
}
