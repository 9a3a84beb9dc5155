import { Hono } from "hono";
import * as v from "valibot";
import { requestDatabase } from "../access/request-database.ts";
import { requireCaller, type StorageEnv } from "../access/caller.ts";
import { readJson } from "../http/json-body.ts";
import { type ListCursor, type ListEntry, listKeys } from "../objects/list.repository.ts";
import { Flag, Order, Text, WholeNumber } from "../http/json-fields.ts";
import type { StorageDeps } from "../storage.deps.ts";
import { invalidParameter } from "../storage.errors.ts";

const maxRows = 1000;

const Body = v.object({
  prefix: v.optional(Text, ""),
  limit: v.optional(WholeNumber(1), maxRows),
  cursor: v.optional(Text),
  with_delimiter: v.optional(Flag, false),
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
 * `POST /object/list-v2/{bucket}`: keys with a prefix, in pages → `{hasNext, nextCursor?, nextCursorKey?, folders,
 * objects}`, limited by the caller's policies.
 */
export function listObjectsV2Route({ database, clock, tokenKeys }: StorageDeps) {
  const app = new Hono<StorageEnv>();

  app.post("/object/list-v2/:bucket", requireCaller({ clock, tokenKeys }), async (c) => {
    const { bucket } = c.req.param();
    const { prefix, with_delimiter: isFolded, sortBy, ...page } = await readJson(c.req, Body);
    const limit = Math.min(page.limit, maxRows);
    const after = page.cursor === undefined ? undefined : readCursor(page.cursor);
    const db = requestDatabase(c, { database, operation: "storage.object.list_v2" });
    // One extra row reveals if there is a next page.
    const listing = { bucket, prefix, isFolded, limit: limit + 1, after, ...sortBy };
    const found = await db.asCaller((query) => listKeys(query, listing));
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    const hasNext = found.length > limit;
    return c.json({
      hasNext,
      ...(hasNext && last !== undefined ? { nextCursor: writeCursor(last), nextCursorKey: keyOf(last) } : {}),
      folders: rows.filter(({ id }) => id === null).map(entryOf),
      objects: rows.filter(({ id }) => id !== null).map(entryOf),
    });
  });

  return app;
}

function entryOf(entry: ListEntry) {
  const { name, id, updated_at, created_at, last_accessed_at, metadata } = entry;
  return { key: keyOf(entry), name, id, updated_at, created_at, last_accessed_at, metadata };
}

/** Unlike its name, a folder's key has no trailing slash. */
function keyOf({ name }: Pick<ListEntry, "name">): string {
  return name.replace(/\/$/, "");
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
