import { FileDown } from "lucide-react";
import { useEffect, useState } from "react";
import { unknownMime } from "@sheaf/contract/file-type";
import { formatCount } from "../../lib/format-count.ts";
import { saveBlob } from "../../lib/save-blob.ts";
import { Button } from "../../ui/forms/button.tsx";
import { type FileInside, findFilesInside } from "./files-inside.ts";
import type { OpenPdf } from "./pdf-reader.ts";

/** Buttons that a page can show. A forged document may carry thousands of files. */
const mostShown = 50;

/** Those of a document, once they are known; none if they can't be listed. */
export function useFilesInside(pdf: OpenPdf): readonly FileInside[] {
  const [files, setFiles] = useState<readonly FileInside[]>([]);
  useEffect(() => {
    let isLeft = false;
    findFilesInside(pdf).then(
      (found) => !isLeft && setFiles(found),
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [pdf]);
  return files;
}

/** The pages don't show embedded files. Each is saved as plain bytes and never opened here, regardless of its type. */
export function FilesInsideNote({ files }: { files: readonly FileInside[] }) {
  const [damaged, setDamaged] = useState<string>();
  const save = async ({ name, read }: FileInside) => {
    try {
      saveBlob(new Blob([await read()], { type: unknownMime }), name);
      setDamaged(undefined);
    } catch {
      setDamaged(name);
    }
  };
  return (
    <>
      <span>{formatCount(files.length, "file")} inside this PDF:</span>
      {files.slice(0, mostShown).map((file) => (
        <Button
          key={file.id}
          size="small"
          icon={<FileDown aria-hidden="true" />}
          aria-label={`Save ${file.name}`}
          translate="no"
          onClick={() => void save(file)}
        >
          {file.name}
        </Button>
      ))}
      {files.length > mostShown && <span>Download the PDF to get the other {files.length - mostShown}.</span>}
      <span role="status">{damaged !== undefined && `${damaged} can’t be saved. It may be damaged.`}</span>
    </>
  );
}
