import { formatCount } from "../../lib/format-count.ts";

/** "1 of 3 files", or "2 files" where no certain number is asked for. */
export function fileCountText(count: number, expected: number): string {
  return expected > 1 && count <= expected ? `${count} of ${expected} files` : formatCount(count, "file");
}

/** Files that count towards those expected: a recipient's, and not returned. */
export function countedFiles(
  files: readonly { verdict: "accepted" | "returned" | null; isAddedByMember: boolean }[],
): number {
  return files.filter(({ verdict, isAddedByMember }) => verdict !== "returned" && !isAddedByMember).length;
}

/** "2 of 3 files", for an item of which files have arrived. */
export function fileProgressText({
  files,
  expectedFiles,
}: {
  files: Parameters<typeof countedFiles>[0];
  expectedFiles: number;
}): string {
  return fileCountText(countedFiles(files), expectedFiles);
}

/** Number of files that are still expected. */
export function filesLeft({ files, expectedFiles }: Parameters<typeof fileProgressText>[0]): number {
  return expectedFiles - countedFiles(files);
}
