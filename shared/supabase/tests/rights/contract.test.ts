import { expect, test } from "vitest";
import { readdir, readFile } from "node:fs/promises";
import { isErrorCode } from "@sheaf/contract/errors/describe-error";
import { acceptedMimes, previewableMimes, unknownMime } from "@sheaf/contract/file-type";
import { limits } from "@sheaf/contract/limits";
import { acceptedGroups } from "@sheaf/contract/request-draft";
import { viewParameters } from "@sheaf/contract/saved-views";
import {
  eventKinds,
  exampleStates,
  fileStates,
  fileVerdicts,
  itemKinds,
  itemStates,
  memberRoles,
  readPurposes,
  requestStates,
  writtenKinds,
} from "@sheaf/contract/states";
import { adminRow, adminRows } from "./testing/database.ts";

/** All quoted values of a check constraint. */
async function listOf(constraint: string): Promise<string[]> {
  const { text } = await adminRow<{ text: string }>(
    "select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1",
    [constraint],
  );
  return [...text.matchAll(/'([^']*)'/g)].map(([, value = ""]) => value).sort();
}

test.each([
  ["items_status_check", itemStates],
  ["items_accepts_check", acceptedGroups],
  ["requests_status_check", requestStates],
  ["files_status_check", fileStates],
  ["files_verdict_check", fileVerdicts],
  ["file_reads_purpose_check", readPurposes],
  ["item_examples_status_check", exampleStates],
  ["members_role_check", memberRoles],
  ["events_kind_check", eventKinds],
])("the database and the contract agree on %s", async (constraint, list) => {
  expect(await listOf(constraint)).toEqual([...list].sort());
});

test("the database and the contract agree on the kinds of items", async () => {
  const rows = await adminRows("select name, is_written from private.item_kinds order by name");
  const written: readonly string[] = writtenKinds;
  expect(rows).toEqual(itemKinds.toSorted().map((name) => ({ name, is_written: written.includes(name) })));
});

test.each([
  ["requests_title_check", limits.titleLength],
  ["items_title_check", limits.titleLength],
  ["requests_message_check", limits.messageLength],
  ["items_reason_check", limits.reasonLength],
  ["files_verdict_reason_check", limits.reasonLength],
  ["items_answer_check", limits.answerLength],
  ["items_position_check", limits.itemsPerRequest],
  ["workspaces_name_check", limits.nameLength],
  ["profiles_display_name_check", limits.nameLength],
  ["items_section_check", limits.sectionLength],
  ["items_expected_files_check", limits.filesPerItem],
  ["recipients_name_check", limits.nameLength],
  ["recipients_email_check", limits.emailLength],
])("the database and the contract agree on %s: %i", async (constraint, figure) => {
  const { text } = await adminRow<{ text: string }>(
    "select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1",
    [constraint],
  );
  expect(text).toMatch(new RegExp(`<= ${figure}\\b`));
});

test.each([
  ["documents", limits.fileBytes, [...acceptedMimes, unknownMime]],
  ["assets", limits.exampleBytes, [...previewableMimes]],
])("the bucket %s allows the types and size of the contract", async (id, size, types) => {
  const bucket = await adminRow(
    "select public, file_size_limit::int as size, allowed_mime_types as types from storage.buckets where id = $1",
    [id],
  );
  expect(bucket).toEqual({ public: false, size, types });
});

test("the database and the contract agree on the parameters and the length of a saved view", async () => {
  const { text } = await adminRow<{ text: string }>(
    "select pg_get_functiondef('private.is_list_query(text)'::regprocedure) as text",
  );
  expect(/\(\(([a-z|]+)\)=/.exec(text)?.[1]?.split("|").toSorted()).toEqual(viewParameters.toSorted());
  expect(text).toMatch(new RegExp(`<= ${limits.viewQueryLength}\\b`));
});

test("every error code of the database has a message", async () => {
  const folder = new URL("../../migrations/", import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql"));
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), "utf8")));
  const codes = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/(?<!(?:current_setting|set_config)\()'((?:[a-z]+\.[a-z_]+)|not_found)'/g)].map(
        ([, code = ""]) => code,
      ),
    ),
  );
  const known = [...codes].filter((code) => !/^(?:auth|storage|object|tus|pg_catalog|hooks)\./.test(code));
  expect(known.length).toBeGreaterThan(25);
  expect(known.filter((code) => !isErrorCode(code))).toEqual([]);
});
