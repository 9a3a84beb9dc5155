import { type Archive, filesOf } from "./archive.models.ts";

/** One line per file in the form that `sha256sum --check` reads, so that anyone can check the unpacked files. */
export function toHashList(archive: Archive): string {
  return filesOf(archive)
    .map(({ path, file, received }) =>
      received === undefined
        ? `${file.sha256}  ${path}\n`
        : `# Could not be verified. The sender’s SHA-256 was ${file.sha256}\n${received}  ${path}\n`,
    )
    .join("");
}
