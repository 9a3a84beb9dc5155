import type { CodeFacts } from "../auth/code.email.ts";
import { type CodeKind, codeTexts } from "../auth/texts.ts";

interface CodeSample {
  name: string;
  kind: CodeKind;
  facts: CodeFacts;
}

const facts: CodeFacts = {
  groups: ["5648", "8557"],
  siteUrl: "https://sheaf.example",
  tokenHash: "pkce_7f2c91a05d3e44b8",
  redirectTo: "https%3A%2F%2Fsheaf.example%2Fauth%2Fcallback%3Fnext%3D%252Fr%252F8Kd2vN1xQm4pQ",
  email: "ana@duarte.example",
  newEmail: "ana.duarte@new-address.example",
};

/** Emails with a code, as the worker sends them. */
export const codeSamples: readonly CodeSample[] = [
  ...(["signup", "magiclink"] as const).map((kind) => ({
    name: `Code: ${kind}, by a request’s link`,
    kind,
    facts: { ...facts, workspace: "Okafor & Lind" },
  })),
  ...(Object.keys(codeTexts) as CodeKind[]).map((kind) => ({ name: `Code: ${kind}`, kind, facts })),
];
