import { describe, expect, test } from "vitest";
import { openFolders } from "./open-folders.ts";

type Tree = { [name: string]: string | Tree };

/** Entries as a browser gives them for a drop: a hundred at a time. */
function entriesOf(tree: Tree): FileSystemEntry[] {
  return Object.entries(tree).map(([name, content]) => {
    if (typeof content === "string")
      return {
        name,
        isFile: true,
        isDirectory: false,
        file: (resolve: (file: File) => void, reject: (error: Error) => void) =>
          content === "locked"
            ? reject(new DOMException("", "NotReadableError"))
            : resolve(new File([content], name)),
      };
    const inside = entriesOf(content);
    return {
      name,
      isFile: false,
      isDirectory: true,
      createReader: () => ({
        readEntries: (resolve: (some: FileSystemEntry[]) => void) => resolve(inside.splice(0, 100)),
      }),
    };
  }) as unknown as FileSystemEntry[];
}

const open = async (tree: Tree) => {
  const content = await openFolders(entriesOf(tree));
  return "files" in content ? content.files.map(({ name }) => name) : content.problem;
};
const many = (count: number): Tree =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index + 1}.pdf`, "pdf"]));

describe("a dropped folder", () => {
  test("is opened with the folders in it, in the order of the names", async () => {
    const papers = { "10.pdf": "a", "9.pdf": "b", "2025": { "Übersicht.pdf": "c", more: { "z.pdf": "d" } } };
    expect(await open({ papers, "beside.pdf": "e" })).toEqual([
      "9.pdf",
      "10.pdf",
      "z.pdf",
      "Übersicht.pdf",
      "beside.pdf",
    ]);
  });

  test("has no files that systems and programs put there, but one that was dropped by itself", async () => {
    const junk: Tree = {
      ".DS_Store": "x",
      "._a.pdf": "x",
      "Thumbs.db": "x",
      "desktop.ini": "x",
      "~$letter.docx": "x",
      __MACOSX: { "a.pdf": "x" },
      ".git": { config: "x" },
      "a.pdf": "x",
    };
    expect(await open({ junk, ".hidden.pdf": "x" })).toEqual(["a.pdf", ".hidden.pdf"]);
  });

  test.each([
    ["is empty", { empty: {} }, "There are no files in the folder."],
    ["has only junk", { junk: { ".DS_Store": "x" } }, "There are no files in the folder."],
    [
      "has too many files",
      { many: many(51) },
      "The folder has more than 50 files. Drop those that are needed.",
    ],
    ["is as large as a disk", { disk: { a: many(2500) } }, /more than 50 files/],
    ["can't be read", { locked: { "a.pdf": "locked" } }, "Your device didn’t let us read the folder."],
  ])("that %s is not taken, and why is said", async (_, tree, problem) => {
    expect(await open(tree)).toEqual(problem instanceof RegExp ? expect.stringMatching(problem) : problem);
  });

  test("may have as many files as an item takes", async () => {
    expect(await open({ many: many(50) })).toHaveLength(50);
  });
});
