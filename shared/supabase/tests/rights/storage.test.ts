import type { Query } from "@sheaf/platform";
import { beforeAll, describe, expect, test } from "vitest";
import { readTable, storage, storageOperations } from "./matrix.ts";
import { type Cast, makeCast, withOwn } from "./testing/cast.ts";
import { adminRow, asAdmin, undone } from "./testing/database.ts";
import { type Upload, upload } from "./testing/requests.ts";

let cast: Cast;
let unopened: Upload;
beforeAll(async () => {
  cast = await makeCast();
  unopened = await upload(cast.person("recipient"), cast.items[0] ?? "", "unopened.pdf");
  // Rights have to hold for those who have opened a file as well.
  const sessions = [...cast.people.values()].flatMap(({ claims }) => claims["session_id"] ?? []);
  const { stored: storedBefore } = withOwn(cast, "ex-recipient");
  const files = [cast.stored, cast.arrived, cast.removed, storedBefore].map(({ file_id }) => file_id);
  await asAdmin((query) =>
    query(
      `insert into private.read_grants (session_id, file_id, purpose, since, until)
       select s, f, 'download', now(), now() + interval '1 hour'
       from unnest($1::uuid[]) as s cross join unnest($2::uuid[]) as f`,
      [sessions, files],
    ),
  );
});

interface StoredObject {
  bucket: "documents" | "assets";
  key: string;
}

const document = (key: string): StoredObject => ({ bucket: "documents", key });
const asset = (key: string): StoredObject => ({ bucket: "assets", key });

/** Storage's statements for one object. Each returns true if it affected a row. */
const statements: Readonly<
  Record<string, (object: StoredObject) => (query: Query) => Promise<{ rowCount: number }>>
> = {
  insert:
    ({ bucket, key }) =>
    (query) =>
      query("insert into storage.objects (bucket_id, name, version, metadata) values ($1, $2, 'v', $3)", [
        bucket,
        key,
        JSON.stringify({ mimetype: "application/pdf", contentLength: 14 }),
      ]),
  select:
    ({ bucket, key }) =>
    (query) =>
      query("select id, version from storage.objects where bucket_id = $1 and name = $2", [bucket, key]),
  update:
    ({ bucket, key }) =>
    (query) =>
      query("update storage.objects set version = 'w', metadata = '{}' where bucket_id = $1 and name = $2", [
        bucket,
        key,
      ]),
  delete:
    ({ bucket, key }) =>
    (query) =>
      query("delete from storage.objects where bucket_id = $1 and name = $2", [bucket, key]),
};

async function may(who: string, statement: string, object: StoredObject, operation: string): Promise<string> {
  const work = statements[statement]?.(object);
  if (!work) throw new Error(`Unknown statement: ${statement}`);
  const settings = { "storage.operation": operation, "storage.allow_delete_query": "true" };
  try {
    const { rowCount } = await undone((inner) => cast.person(who).sql(inner, settings), work);
    return rowCount > 0 ? "yes" : "no";
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    expect(`${code} ${message}`).toBe('42501 new row violates row-level security policy for table "objects"');
    return "no";
  }
}

interface Meaning {
  statement: string;
  object: StoredObject;
  operations: string[];
}

/** A line of the matrix: statement, object of the person's own cast and the operations it applies to. */
function meaning(name: string, own: Cast): Meaning {
  const { upload: uploads, read, never } = storageOperations;
  const every = [...uploads, ...read, ...never];
  const [uploadExample = ""] = uploads;
  const [readExample = ""] = read;
  const example = asset(own.example.object_key);
  const meanings: Readonly<Record<string, Meaning>> = {
    upload: { statement: "insert", object: document(own.uploading.object_key), operations: uploads },
    "member-upload": {
      statement: "insert",
      object: document(own.addedByMember.object_key),
      operations: uploads,
    },
    read: { statement: "select", object: document(own.stored.object_key), operations: read },
    "read-unopened": { statement: "select", object: document(unopened.object_key), operations: read },
    "read-uploading": { statement: "select", object: document(own.arrived.object_key), operations: read },
    "read-removed": { statement: "select", object: document(own.removed.object_key), operations: read },
    change: { statement: "update", object: document(own.stored.object_key), operations: every },
    delete: { statement: "delete", object: document(own.stored.object_key), operations: every },
    "example-upload": {
      statement: "insert",
      object: asset(own.begunExample.object_key),
      operations: [uploadExample],
    },
    "example-read": { statement: "select", object: example, operations: [readExample] },
    "example-unread": {
      statement: "select",
      object: asset(own.sentExample.object_key),
      operations: [readExample],
    },
    "example-change": { statement: "update", object: example, operations: every },
    "example-delete": { statement: "delete", object: example, operations: every },
  };
  const found = meanings[name];
  if (!found) throw new Error(`Unknown line in the matrix: ${name}`);
  return found;
}

const lines = readTable(storage);

describe.each(lines)("$name", ({ name, cells }) => {
  test.each([...cells])("by %s: %s", async (who, expected) => {
    const { statement, object, operations } = meaning(name, withOwn(cast, who));
    const answers = new Map<string, string>();
    for (const operation of operations) answers.set(operation, await may(who, statement, object, operation));
    expect(answers).toEqual(new Map(operations.map((operation) => [operation, expected])));
  });
});

test.each(storageOperations.never)("%s gives nobody anything", async (operation) => {
  for (const who of cast.people.keys()) {
    expect(await may(who, "insert", document(cast.uploading.object_key), operation), `${who} writes`).toBe(
      "no",
    );
    expect(await may(who, "select", document(cast.stored.object_key), operation), `${who} reads`).toBe("no");
  }
});

const { upload: uploads, read, never } = storageOperations;
test.each([...uploads.slice(1), ...read.slice(1), ...never])(
  "%s gives nobody an example",
  async (operation) => {
    for (const who of ["member", "owner", "recipient"]) {
      expect(await may(who, "insert", asset(cast.begunExample.object_key), operation), `${who} writes`).toBe(
        "no",
      );
      expect(await may(who, "select", asset(cast.example.object_key), operation), `${who} reads`).toBe("no");
    }
  },
);

test("a key of one bucket opens nothing in the other", async () => {
  const [write = ""] = uploads;
  expect(await may("member", "insert", document(cast.begunExample.object_key), write)).toBe("no");
  expect(await may("recipient", "insert", asset(cast.uploading.object_key), write)).toBe("no");
});

test("an unknown key rejects uploads with the same response as another user's key", async () => {
  const key = `${cast.workspaceA}/${cast.request}/${cast.items[0]}/7c0a4b1e-5a0f-4a3e-9d8e-0f5a2f9f7c11`;
  for (const operation of uploads) {
    expect(await may("recipient", "insert", document(key), operation)).toBe("no");
    expect(await may("co-recipient", "insert", document(cast.uploading.object_key), operation)).toBe("no");
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
