import { expect, test } from "vitest";
import { codeSamples } from "../preview/code-samples.ts";
import { codeEmail } from "./code.email.ts";

const subjects = Object.fromEntries(
  codeSamples.map(({ name, kind, facts }) => [name, codeEmail(kind, facts, "en").subject]),
);
const [byLink] = codeSamples;
const named = (workspace: string) => {
  if (!byLink) throw new Error("There is no sample");
  return codeEmail(byLink.kind, { ...byLink.facts, workspace }, "en");
};

test("the subject has the code in groups, after the workspace of a request’s link", () => {
  expect(subjects).toEqual({
    "Code: signup, by a request’s link": "Okafor & Lind: your code is 5648 8557",
    "Code: magiclink, by a request’s link": "Okafor & Lind: your code is 5648 8557",
    "Code: signup": "Your Sheaf code is 5648 8557",
    "Code: magiclink": "Your Sheaf code is 5648 8557",
    "Code: recovery": "Choose a new password: your code is 5648 8557",
    "Code: email_change": "Confirm your email change: your code is 5648 8557",
    "Code: invite": "Your invitation to Sheaf: your code is 5648 8557",
    "Code: reauthentication": "Confirm a change: your code is 5648 8557",
  });
});

test("a name is one line, cannot push the code out of the subject, and is no link", () => {
  const { subject, text, html } = named(`Call\r\nus\u202E www.evil.example ${"x".repeat(200)}`);
  expect(subject.replaceAll("\u2060", "")).toMatch(
    /^Call us www\.evil\.example x+…: your code is 5648 8557$/u,
  );
  expect(subject.length).toBeLessThan(110);
  expect(`${subject}${text}${html.replace(/<head>.*<\/head>/su, "")}`).not.toContain("evil.example");
});

test("a name of blanks is none", () => {
  expect(named(" \n ").subject).toBe("Your Sheaf code is 5648 8557");
});
