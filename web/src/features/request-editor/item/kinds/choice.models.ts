import type { EditorKind } from "./editor-kind.ts";

export const choice: EditorKind = {
  label: "Choice from a list",
  asksFor: ({ choices, multiple }) =>
    `${multiple ? "Any of" : "One of"}: ${withoutBlankLines(choices).join(" · ")}.`,
  ownFields: ({ choices, multiple }) => ({ choices: withoutBlankLines(choices), multiple }),
};

function withoutBlankLines(choices: readonly string[]): string[] {
  return choices.map((each) => each.trim()).filter((each) => each !== "");
}
