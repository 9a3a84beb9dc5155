import { useState } from "react";
import type { FileMarks } from "./verdicts.models.ts";

/** What a reviewer has looked at and marked, while the request's page is open. Only a decision sends it. */
export interface ReviewProgress {
  /** Keys of the entries that were shown. */
  opened: ReadonlySet<string>;
  markOpened: (key: string) => void;
  marks: FileMarks;
  /** A null reason takes the mark back. */
  mark: (fileId: string, reason: string | null) => void;
}

export function useReviewProgress(): ReviewProgress {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [marks, setMarks] = useState<FileMarks>(new Map());
  return {
    opened,
    markOpened: (key) => setOpened((before) => (before.has(key) ? before : new Set([...before, key]))),
    marks,
    mark: (fileId, reason) =>
      setMarks((before) => {
        const others = [...before].filter(([id]) => id !== fileId);
        return new Map(reason === null ? others : [...others, [fileId, reason]]);
      }),
  };
}
