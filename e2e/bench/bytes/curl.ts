import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { open, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { promisify } from "node:util";
import type { ObjectUpload } from "./object-upload.ts";

const run = promisify(execFile);

/** Sends a file in one request. @returns seconds. */
export async function curlWhole(path: string, { url, headers }: ObjectUpload): Promise<number> {
  return curl([...request("POST", url, headers), "--upload-file", path]);
}

/** As the resumable protocol demands: parts one after another on one connection, each in a separate request. */
export interface PartFiles {
  folder: string;
  paths: readonly string[];
  /** Bytes of each part but the last. */
  partBytes: number;
}

/** Writes each part to a separate file, because curl can't send a range of a file. */
export async function splitFile(
  path: string,
  options: { folder: string; partBytes: number },
): Promise<PartFiles> {
  const { folder, partBytes } = options;
  const file = await open(path);
  const paths: string[] = [];
  const part = Buffer.allocUnsafe(partBytes);
  for (;;) {
    const { bytesRead } = await file.read(part, 0, partBytes);
    if (bytesRead === 0) break;
    const partPath = join(folder, `part-${paths.length}`);
    await writeFile(partPath, part.subarray(0, bytesRead));
    paths.push(partPath);
  }
  await file.close();
  return { folder, paths, partBytes };
}

/** Sends a file by the resumable protocol, as the page does, with one curl and one connection. @returns seconds. */
export async function curlParts(
  { folder, paths, partBytes }: PartFiles,
  { resumable, size }: ObjectUpload,
): Promise<number> {
  const startedAt = performance.now();
  const { url, headers, metadata } = resumable;
  const created = await fetch(url, {
    method: "POST",
    headers: { ...headers, "upload-length": String(size), "upload-metadata": metadata },
  });
  const location = created.headers.get("location");
  if (location === null) throw new Error(`No upload was created: ${created.status} ${await created.text()}`);
  const parts = paths.map((path, place) => {
    const sent = { ...headers, "content-type": "application/offset+octet-stream" };
    const lines = [
      `url = "${location}"`,
      'request = "PATCH"',
      `upload-file = "${path}"`,
      'output = "/dev/null"',
      "fail",
      ...Object.entries({ ...sent, "upload-offset": String(place * partBytes) }).map(
        ([name, value]) => `header = "${name}: ${value}"`,
      ),
    ];
    return lines.join("\n");
  });
  const config = join(folder, `${randomUUID()}.curl`);
  await writeFile(config, parts.join("\nnext\n"));
  await curl(["--fail-early", "--config", config]);
  await rm(config);
  return (performance.now() - startedAt) / 1000;
}

/** @returns seconds. */
async function curl(options: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  await run("curl", ["--silent", "--show-error", ...options]);
  return (performance.now() - startedAt) / 1000;
}

function request(method: string, url: string, headers: Readonly<Record<string, string>>): string[] {
  const named = Object.entries(headers).flatMap(([name, value]) => ["--header", `${name}: ${value}`]);
  return ["--fail", "--output", "/dev/null", "--request", method, ...named, url];
}
