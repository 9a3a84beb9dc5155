import { functionEntries } from "../../functions/all-functions.ts";
import type { Samples } from "../../functions/function-entry.ts";
import type { Cast } from "./cast.ts";
import { draftOf, pdf, sha256 } from "./requests.ts";

const entries = new Map(functionEntries);
const samples: Samples = {
  draft: `'${JSON.stringify(draftOf([{ title: "Passport" }], ["a@b.example"]))}'`,
  pdfHash: sha256(pdf),
};

/** A call with valid arguments for a permitted caller. */
export function callOf(cast: Cast, name: string): string {
  const { args = "" } = entries.get(name) ?? {};
  return `select * from public.${name}(${typeof args === "string" ? args : args(cast, samples)})`;
}
