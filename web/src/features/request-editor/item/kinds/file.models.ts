import { acceptedGroups } from "@sheaf/contract/request-draft";
import { capitalized, groupNames } from "../item-text.models.ts";
import type { EditorKind } from "./editor-kind.ts";

export const file: EditorKind = {
  label: "Files",
  asksFor: ({ accepts, expected_files }) => {
    const names = acceptedGroups.filter((group) => accepts.includes(group)).map((group) => groupNames[group]);
    const list = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(names);
    return [
      expected_files > 1 ? `${expected_files} files.` : "",
      names.length > 0 ? `${capitalized(list)} only.` : "",
    ]
      .filter((part) => part !== "")
      .join(" ");
  },
  ownFields: ({ accepts, expected_files }) => ({ accepts, expected_files }),
};
