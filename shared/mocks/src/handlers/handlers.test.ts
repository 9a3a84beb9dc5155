import type { Database } from "@sheaf/contract/database.types";
import { createClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import { createMockServer } from "../node.ts";
import { authFails, authSendsEmail } from "./auth.ts";
import { restAnswers, restFails, rpcAnswers, rpcFails } from "./rest.ts";
import { storageAnswers, storageReadFails, storageUploadCut, storageUploadFails } from "./storage.ts";

const platformUrl = "http://platform.test";
const mocks = createMockServer(platformUrl);
const client = createClient<Database>(platformUrl, "public-key", {
  auth: { persistSession: false, autoRefreshToken: false },
});
const documents = client.storage.from("documents");

beforeAll(() => mocks.listen());
afterEach(() => mocks.reset());
afterAll(() => mocks.close());

describe("rows", () => {
  test("are read by the real client with all their columns, and so are embedded rows", async () => {
    mocks.use(
      restAnswers({
        table: "requests",
        rows: [{ title: "Tax return 2025", recipients: [{ email: "ada@example.com" }] }],
        total: 7,
      }),
    );
    const { data, count } = await client
      .from("requests")
      .select("title, status, recipients(email, scope)", { count: "exact" })
      .limit(1);
    expect(data).toMatchObject([
      { title: "Tax return 2025", status: "draft", recipients: [{ email: "ada@example.com", scope: "all" }] },
    ]);
    expect(count).toBe(7);
  });

  test("are a single row if one is requested, and an error if it is missing", async () => {
    mocks.use(restAnswers({ table: "items", rows: [{ title: "Passport" }] }));
    expect((await client.from("items").select("title").single()).data).toMatchObject({ title: "Passport" });
    mocks.use(restAnswers({ table: "items", rows: [] }));
    expect((await client.from("items").select("title").single()).error).toMatchObject({ code: "PGRST116" });
  });

  test("fail for one table only", async () => {
    mocks.use(
      restAnswers({ table: "items", rows: [] }),
      restFails({ table: "requests", status: 500, code: "57014", message: "too slow" }),
    );
    const { error, status } = await client.from("requests").select();
    expect(status).toBe(500);
    expect(error).toMatchObject({ code: "57014", message: "too slow" });
    expect((await client.from("items").select()).error).toBeNull();
  });

  test("fail once, so that a retry succeeds", async () => {
    mocks.use(restAnswers({ table: "requests", rows: [] }));
    mocks.use(restFails({ table: "requests", status: 500, code: "40001", message: "try again", once: true }));
    expect((await client.from("requests").select()).error).toMatchObject({ code: "40001" });
    expect((await client.from("requests").select()).data).toEqual([]);
  });
});

describe("functions", () => {
  test("return the given value", async () => {
    mocks.use(rpcAnswers({ fn: "decide_item", returns: 4 }));
    mocks.use(rpcAnswers({ fn: "cancel_request", returns: undefined }));
    const decided = await client.rpc("decide_item", { item: "i", revision: 3, decision: "accept" });
    expect(decided.data).toBe(4);
    expect((await client.rpc("cancel_request", { request: "r" })).error).toBeNull();
  });

  test("fail with our own code", async () => {
    mocks.use(rpcFails({ fn: "decide_item", status: 409, code: "PT409", message: "item.stale" }));
    const { error, status } = await client.rpc("decide_item", { item: "i", revision: 3, decision: "accept" });
    expect(status).toBe(409);
    expect(error).toMatchObject({ code: "PT409", message: "item.stale" });
  });
});

describe("sign-in", () => {
  test("fails with a code that the client reads", async () => {
    mocks.use(authFails({ path: "/otp", status: 429, code: "over_email_send_rate_limit" }));
    const { error } = await client.auth.signInWithOtp({ email: "ada@example.com" });
    expect(error).toMatchObject({ status: 429, code: "over_email_send_rate_limit" });
  });

  test("responds as if an email was sent", async () => {
    mocks.use(authSendsEmail());
    expect((await client.auth.signInWithOtp({ email: "ada@example.com" })).error).toBeNull();
  });
});

describe("files", () => {
  test("fail with the service's unusual statuses", async () => {
    mocks.use(storageUploadFails({ statusCode: 413, code: "EntityTooLarge" }));
    const { error } = await documents.upload("a/b.pdf", new Blob(["x"]));
    expect(error).toMatchObject({ status: 400, statusCode: "413", code: "EntityTooLarge" });
  });

  test("lose their connection once", async () => {
    mocks.use(storageUploadFails({ statusCode: 409, code: "KeyAlreadyExists" }));
    mocks.use(storageUploadCut({ once: true }));
    expect((await documents.upload("a.pdf", new Blob(["x"]))).error).toMatchObject({
      name: "StorageUnknownError",
    });
    expect((await documents.upload("a.pdf", new Blob(["x"]))).error).toMatchObject({
      code: "KeyAlreadyExists",
    });
  });

  test("are read, or are missing", async () => {
    mocks.use(storageAnswers({ bytes: new TextEncoder().encode("hello"), mime: "text/plain" }));
    expect(await (await documents.download("a.txt")).data?.text()).toBe("hello");
    mocks.use(storageReadFails({ statusCode: 404, code: "NoSuchKey" }));
    expect((await documents.download("a.txt")).error).toMatchObject({ code: "NoSuchKey" });
  });
});

test("a mock that doesn't match the database does not compile", () => {
  type Rows = Parameters<typeof restAnswers<"items">>[0]["rows"][number];
  expectTypeOf<{ title: string }>().toExtend<Rows>();
  expectTypeOf<{ title: number }>().not.toExtend<Rows>();
  expectTypeOf<"item">().not.toExtend<Parameters<typeof restFails>[0]["table"]>();
  expectTypeOf<"decide">().not.toExtend<Parameters<typeof rpcFails>[0]["fn"]>();
  expectTypeOf<string>().not.toExtend<Parameters<typeof rpcAnswers<"decide_item">>[0]["returns"]>();
  expectTypeOf<"TooLarge">().not.toExtend<Parameters<typeof storageUploadFails>[0]["code"]>();
  expectTypeOf<"otp_wrong">().not.toExtend<Parameters<typeof authFails>[0]["code"]>();
});
