import { describe, expect, test } from "vitest";
import { invitationText, linkUrl, emailDraft, shortLink } from "./link.models.ts";

const token = "8Kd2xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxpQ";
const invitation = {
  title: "Tax return 2026 & more",
  message: "Hi Anna,\nthis is all we need.",
  due: "Fri 27 Nov",
  link: "https://sheaf.example/r/abc",
};

test("the link is complete for sharing and shortened for display", () => {
  expect(linkUrl(token, "https://sheaf.example")).toBe(`https://sheaf.example/r/${token}`);
  expect(shortLink(token, "sheaf.example")).toBe("sheaf.example/r/8Kd2…pQ");
});

describe("an email invitation", () => {
  const draft = new URL(emailDraft(invitation, ["anna@lind.example", "mats+tax@lind.example"]));

  test("is addressed to all recipients", () => {
    expect(draft.pathname).toBe("anna@lind.example,mats%2Btax@lind.example");
  });

  test("contains title, message, link and due date, correctly encoded", () => {
    expect(draft.searchParams.get("subject")).toBe("Tax return 2026 & more");
    expect(draft.searchParams.get("body")).toBe(
      [
        "Hi Anna,",
        "this is all we need.",
        "",
        "Please add the documents here:",
        "https://sheaf.example/r/abc",
        "",
        "They are due by Fri 27 Nov. The page will ask for your email address and send you a code.",
      ].join("\r\n"),
    );
  });

  test("leaves out a message that would make the URL too long", () => {
    const long = emailDraft({ ...invitation, message: "word ".repeat(800) }, ["anna@lind.example"]);
    expect(long.length).toBeLessThan(1900);
    expect(decodeURIComponent(long)).toContain(invitation.link);
    expect(decodeURIComponent(long)).not.toContain("word word");
  });
});

test("without a due date and message the invitation mentions neither", () => {
  expect(invitationText({ message: "", due: null, link: "https://sheaf.example/r/abc" })).toBe(
    "Please add the documents here:\nhttps://sheaf.example/r/abc\n\nThe page will ask for your email address and send you a code.",
  );
});
