import { execFileSync } from "node:child_process";
import process from "node:process";
import { caddyBinary } from "@sheaf/gateway/caddy";
import type { ComposeFile } from "@sheaf/gateway/compose";
import { findPostgrest } from "@sheaf/platform/postgrest";
import type { SpecOutcome } from "./run-specs.ts";
import type { RealServices } from "./real-services.ts";
import type { PartFigures } from "./with-stack.ts";

/** Versions of this run, beside those that compose pins. */
export function describeVersions({
  database,
  programs,
  compose: { services },
}: {
  database: string;
  programs: RealServices;
  compose: ComposeFile;
}): string[] {
  const versionOf = (command: string, flag: string) =>
    /\d+(\.\d+)+/.exec(execFileSync(command, [flag], { encoding: "utf8" }))?.[0] ?? "of an unknown version";
  const real = (program: string | undefined) =>
    program === undefined ? "of the local platform" : "itself, from the program that was named";
  const pinned = (service: string) => `compose: ${String(services[service]?.image)}`;
  return [
    `PostgreSQL ${database} (${pinned("database")})`,
    `PostgREST ${versionOf(findPostgrest(process.env), "--version")} (${pinned("rest")})`,
    `Caddy ${versionOf(caddyBinary, "version")} (${pinned("gateway")})`,
    `Node ${process.versions.node} (the same as in the image)`,
    `Auth ${programs.auth === undefined ? real(undefined) : versionOf(programs.auth, "version")} (${pinned("auth")})`,
    `Storage ${real(programs.storage)} (${pinned("storage")})`,
    `Mail ${real(programs.mail)} (${pinned("mail")})`,
  ];
}

export function describeParts(parts: readonly PartFigures[]): string[] {
  const megabytes = (bytes: number | undefined) =>
    bytes === undefined ? "unknown" : `${Math.round(bytes / 1_000_000)} MB`;
  return parts.map(
    ({ name, readyMs, memory }) =>
      `${name.padEnd(14)} ready after ${String(Math.round(readyMs)).padStart(5)} ms, ` +
      `memory ${megabytes(memory?.now)}, at most ${megabytes(memory?.peak)}`,
  );
}

export function describeOutcome({ name, passed, failed, skipped, ms }: SpecOutcome): string[] {
  return [
    `${name}: ${passed} passed, ${failed.length} failed, ${skipped.length} skipped, ${Math.round(ms / 1000)} s`,
    ...failed.map((spec) => `  failed: ${spec}`),
    ...skipped.map((spec) => `  skipped: ${spec}`),
  ];
}
