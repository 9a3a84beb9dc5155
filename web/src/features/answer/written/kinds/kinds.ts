import type { WrittenKind } from "@sheaf/contract/states";
import { choice } from "./choice.tsx";
import { date } from "./date.tsx";
import { text } from "./text.tsx";
import type { WrittenKindForm } from "./written-kind.ts";
import { yesNo } from "./yes-no.tsx";

export const writtenKindForms: Readonly<Record<WrittenKind, WrittenKindForm>> = {
  text,
  date,
  choice,
  yes_no: yesNo,
};
