import type { EditorKind } from "./editor-kind.ts";

export const text: EditorKind = { label: "Text", asksFor: () => "A written answer.", ownFields: () => ({}) };
