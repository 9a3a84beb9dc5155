import { beforeAll, describe, expect, test } from "vitest";
import type { Query } from "../src/database/database.ts";
import { readTable, storage, storageOperations } from "./matrix.ts";
import { type Cast, makeCast } from "./testing/cast.ts";
import { adminRow, undone } from "./testing/database.ts";

let cast: Cast;
beforeAll(async () => {
  cast = await makeCast();
});

/** Storage's statements for one object. Each returns true if it affected a row. */
const statements: Readonly<Record<string, (key: string) => (query: Query) => Promise<boolean>>> = {
  insert: (key) => async (query) => {
    const metadata = { mimetype: "application/pdf", contentLength: 14 };
    const { rowCount } = await query(
      "insert into storage.objects (bucket_id, name, version, metadata) values ('documents', $1, 'v', $2)",
      [key, JSON.stringify(metadata)],
    );
    return rowCount > 0;
  },
  select: (key) => async (query) =>
    (
      await query("select id, version from storage.objects where bucket_id = 'documents' and name = $1", [
        key,
      ])
    ).rowCount > 0,
  update: (key) => async (query) =>
    (
      await query(
        "update storage.objects set version = 'w', metadata = '{}' where bucket_id = 'documents' and name = $1",
        [key],
      )
    ).rowCount > 0,
  delete: (key) => async (query) =>
    (await query("delete from storage.objects where bucket_id = 'documents' and name = $1", [key])).rowCount >
    0,
};

async function may(who: string, statement: string, key: string, operation: string): Promise<string> {
  const work = statements[statement]?.(key);
  if (!work) throw new Error(`Unknown statement: ${statement}`);
  const settings = { "storage.operation": operation, "storage.allow_delete_query": "true" };
  try {
    return (await undone((inner) => cast.person(who).sql(inner, settings), work)) ? "yes" : "no";
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    expect(`${code} ${message}`).toBe('42501 new row violates row-level security policy for table "objects"');
    return "no";
  }
}

/** A line of the matrix: statement, object and the operations it applies to. */
function meaning(name: string): { statement: string; key: string; operations: string[] } {
  const { upload, read, never } = storageOperations;
  const { stored, arrived, uploading, removed } = cast;
  const meanings: Readonly<Record<string, { statement: string; key: string; operations: string[] }>> = {
    upload: { statement: "insert", key: uploading.object_key, operations: upload },
    read: { statement: "select", key: stored.object_key, operations: read },
    "read-uploading": { statement: "select", key: arrived.object_key, operations: read },
    "read-removed": { statement: "select", key: removed.object_key, operations: read },
    change: { statement: "update", key: stored.object_key, operations: [...upload, ...read, ...never] },
    delete: { statement: "delete", key: stored.object_key, operations: [...upload, ...read, ...never] },
  };
  const found = meanings[name];
  if (!found) throw new Error(`Unknown line in the matrix: ${name}`);
  return found;
}

const lines = readTable(storage);

describe.each(lines)("$name", ({ name, cells }) => {
  test.each([...cells])("by %s: %s", async (who, expected) => {
    const { statement, key, operations } = meaning(name);
    const answers = new Map<string, string>();
    for (const operation of operations) answers.set(operation, await may(who, statement, key, operation));
    expect(answers).toEqual(new Map(operations.map((operation) => [operation, expected])));
  });
});

test.each(storageOperations.never)("%s gives nobody anything", async (operation) => {
  for (const who of cast.people.keys()) {
    expect(await may(who, "insert", cast.uploading.object_key, operation), `${who} writes`).toBe("no");
    expect(await may(who, "select", cast.stored.object_key, operation), `${who} reads`).toBe("no");
  }
});

test("an unknown key rejects uploads with the same response as somebody else's key", async () => {
  const key = `${cast.workspaceA}/${cast.request}/${cast.items[0]}/7c0a4b1e-5a0f-4a3e-9d8e-0f5a2f9f7c11`;
  for (const operation of storageOperations.upload) {
    expect(await may("recipient", "insert", key, operation)).toBe("no");
    expect(await may("co-recipient", "insert", cast.uploading.object_key, operation)).toBe("no");
  }
});

test("only the finished version of a stored file can be read", async () => {
  const { version } = await adminRow<{ version: string }>(
    "select object_version as version from public.files where id = $1",
    [cast.stored.file_id],
  );
  const seen = await cast
    .person("owner")
    .sql(
      (query) =>
        query<{ version: string }>("select version from storage.objects where bucket_id = 'documents'"),
      { "storage.operation": "storage.object.get_authenticated" },
    );
  expect(seen.rows).toContainEqual({ version });
});
