import { type ReactNode, useRef } from "react";
import type { ListSource } from "./list.models.ts";

/** The browser's own dialog for a list. */
export function useFileChooser(onChoose: (source: ListSource, name: string) => void): {
  input: ReactNode;
  open: () => void;
} {
  const chooser = useRef<HTMLInputElement>(null);
  return {
    open: () => chooser.current?.click(),
    input: (
      <input
        ref={chooser}
        hidden
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        aria-label="List of people"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onChoose(file, file.name);
          // The same file can be chosen again.
          event.target.value = "";
        }}
      />
    ),
  };
}
