import { join } from "node:path";
import { expect, test } from "vitest";
import { folderWith } from "../testing/folders.ts";
import { newSigningKey } from "../testing/signing-keys.ts";
import { readSigningKeys } from "./signing-keys-file.ts";

async function read(text: string) {
  return readSigningKeys(join(await folderWith({ "keys.json": text }), "keys.json"));
}

test("keys are read in the CLI's format", async () => {
  const keys = [await newSigningKey(["verify"]), await newSigningKey()];
  expect(await read(JSON.stringify(keys))).toEqual(keys);
  expect(await read("[]")).toEqual([]);
});

test("a missing file and one that is not an array of keys are refused by name", async () => {
  await expect(readSigningKeys("/nowhere/keys.json")).rejects.toThrow(
    /\/nowhere\/keys.json .* cannot be read/,
  );
  await expect(read("no JSON")).rejects.toThrow(/must be an array of private keys/);
  await expect(read(JSON.stringify({ keys: [await newSigningKey()] }))).rejects.toThrow(/must be an array/);
});

test("an unusable key is refused with its position", async () => {
  const { d, ...published } = await newSigningKey();
  expect(d).toBeDefined();
  await expect(read(JSON.stringify([published]))).rejects.toThrow(/wrong: 0\.d/);
  const other = { ...(await newSigningKey()), alg: "ES512" };
  await expect(read(JSON.stringify([other]))).rejects.toThrow(/wrong: 0\.alg/);
});

test("exactly one key may sign, and `kid`s are unique", async () => {
  const [one, two] = [await newSigningKey(), await newSigningKey()];
  await expect(read(JSON.stringify([one, two]))).rejects.toThrow(/exactly one key .* and 2 have/);
  const waiting = await newSigningKey(["verify"]);
  await expect(read(JSON.stringify([waiting]))).rejects.toThrow(/and 0 have/);
  await expect(read(JSON.stringify([one, { ...waiting, kid: one.kid }]))).rejects.toThrow(/one kid/);
});
