import type { EditorKind } from "./editor-kind.ts";

export const yesNo: EditorKind = { label: "Yes or no", asksFor: () => "Yes or no.", ownFields: () => ({}) };
