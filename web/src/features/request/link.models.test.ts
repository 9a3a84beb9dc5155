import { describe, expect, test } from "vitest";
import { invitationText, linkUrl, mailDraft, shortLink } from "./link.models.ts";

const token = "8Kd2xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxpQ";
const invitation = {
  title: "Tax return 2026 & more",
  message: "Hi Anna,\nthis is all we need.",
  due: "Fri 27 Nov",
  link: "https://sheaf.example/r/abc",
};

test("the link is whole where it is shared and short where it is shown", () => {
  expect(linkUrl(token, "https://sheaf.example")).toBe(`https://sheaf.example/r/${token}`);
  expect(shortLink(token, "sheaf.example")).toBe("sheaf.example/r/8Kd2…pQ");
});

describe("a mail that waits to be sent", () => {
  const draft = new URL(mailDraft(invitation, ["anna@lind.example", "mats+tax@lind.example"]));

  test("goes to everybody asked", () => {
    expect(draft.pathname).toBe("anna@lind.example,mats%2Btax@lind.example");
  });

  test("carries title, words, link and day, unharmed by signs and lines", () => {
    expect(draft.searchParams.get("subject")).toBe("Tax return 2026 & more");
    expect(draft.searchParams.get("body")).toBe(
      [
        "Hi Anna,",
        "this is all we need.",
        "",
        "Please add the documents here:",
        "https://sheaf.example/r/abc",
        "",
        "They are needed by Fri 27 Nov. The page asks for your email address and a code that is sent to it.",
      ].join("\r\n"),
    );
  });

  test("leaves out a message that would make mail programs cut the link off", () => {
    const long = mailDraft({ ...invitation, message: "word ".repeat(800) }, ["anna@lind.example"]);
    expect(long.length).toBeLessThan(1900);
    expect(decodeURIComponent(long)).toContain(invitation.link);
    expect(decodeURIComponent(long)).not.toContain("word word");
  });
});

test("without a day or a message nothing is made up", () => {
  expect(invitationText({ message: "", due: null, link: "https://sheaf.example/r/abc" })).toBe(
    "Please add the documents here:\nhttps://sheaf.example/r/abc\n\nThe page asks for your email address and a code that is sent to it.",
  );
});
