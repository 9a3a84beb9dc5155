import type { EditorKind } from "./editor-kind.ts";

export const date: EditorKind = { label: "Date", asksFor: () => "A date.", ownFields: () => ({}) };
