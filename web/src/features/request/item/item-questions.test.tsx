import { limits } from "@sheaf/contract/limits";
import { type AnswerRow, rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw/http";
import { expect, test } from "vitest";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { recordedCalls } from "../../../testing/recorded-calls.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { besideRequest, itemRow, requestId, requestIs } from "../../../testing/sent-request.ts";
import { giveSessionCookie } from "../../../testing/sessions.ts";

const platform = mockPlatform();

/** Of the session that tests have by default. */
const myId = "11111111-1111-4111-8111-111111111111";

const message = {
  id: "m1",
  author: "anna",
  author_name: "Anna Lind",
  is_member: false,
  body: "October too?",
  at: "2026-11-20T10:00:00.123456+00:00",
};
const question: AnswerRow<"questions"> = {
  id: "q1",
  created_at: "2026-11-20T10:00:00Z",
  resolved_at: null,
  messages: [message],
};

const questionOf = (place: number, number: number): AnswerRow<"questions"> => ({
  ...question,
  id: `q${place}-${number}`,
  messages: [{ ...message, id: `m${place}-${number}`, body: `Question ${number} of ${place}` }],
});

function open(item: AnswerRow<"items"> = {}, over: AnswerRow<"requests"> = {}) {
  giveSessionCookie();
  platform.use(
    ...besideRequest,
    rpcAnswers({ fn: "unread_questions", returns: [] }),
    requestIs([itemRow(item)], over),
  );
  return renderApp(`/requests/${requestId}`);
}

async function choose(user: ReturnType<typeof renderApp>["user"], action: string) {
  await user.click(await screen.findByRole("button", { name: "More actions on Payslips" }));
  await user.click(await screen.findByRole("menuitem", { name: action }));
}

test("a question that can't be sent says why and keeps the text, and is sent on another attempt", async () => {
  const { user } = open();
  await choose(user, "Ask a question");
  const field = await screen.findByLabelText("Your question about “Payslips”");
  await user.type(field, "  Which year?");
  platform.use(rpcFails({ fn: "ask_question", status: 422, code: "PT422", message: "quota.messages" }));
  await user.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByText(/the daily limit of messages/);
  expect(field).toHaveProperty("value", "  Which year?");

  const asking = recordedCalls("ask_question");
  platform.use(asking.taking, requestIs([itemRow({ questions: [question] })]));
  await user.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByRole("group", { name: "Question: October too?" });
  expect(screen.queryByLabelText("Your question about “Payslips”")).toBeNull();
  expect(asking.made).toEqual([{ item: "i1", body: "Which year?" }]);
});

test("a text that is empty or too long isn't sent, and Escape closes an empty form only", async () => {
  const asking = recordedCalls("ask_question");
  const { user } = open();
  platform.use(asking.taking);
  await choose(user, "Ask a question");
  const field = await screen.findByLabelText("Your question about “Payslips”");
  await user.click(screen.getByRole("button", { name: "Send question" }));
  await screen.findByText("Write something first.");
  await user.click(field);
  await user.paste("x".repeat(limits.messageLength + 1));
  await user.click(screen.getByRole("button", { name: "Send question" }));
  await screen.findByText(`Use up to ${limits.messageLength.toLocaleString()} characters.`);
  await user.type(field, "{Escape}");
  expect(field).toHaveProperty("value", "x".repeat(limits.messageLength + 1));
  await user.clear(field);
  await user.keyboard("{Escape}");
  expect(screen.queryByLabelText("Your question about “Payslips”")).toBeNull();
  expect(asking.made).toEqual([]);
});

test.each([2, 200])("%i questions come with the request, and what is unread in one answer", async (count) => {
  const items = Array.from({ length: count / 2 }, (_, place) =>
    itemRow({
      id: `i${place}`,
      position: place,
      title: `Item ${place}`,
      questions: [1, 2].map((number) => questionOf(place, number)),
    }),
  );
  const read: string[] = [];
  giveSessionCookie();
  platform.use(
    (url) =>
      http.all(`${url}/rest/v1/*`, ({ request }) => {
        read.push(new URL(request.url).pathname.replace("/rest/v1/", ""));
      }),
    ...besideRequest,
    rpcAnswers({ fn: "unread_questions", returns: [] }),
    requestIs(items),
  );
  renderApp(`/requests/${requestId}`);
  await screen.findByRole("group", { name: `Question: Question 2 of ${count / 2 - 1}` });
  await waitFor(() => expect(read).toContain("rpc/unread_questions"));
  // Polling may have repeated both by now.
  const ofQuestions = /^(?:rpc\/request_details|items|questions|messages|rpc\/unread_questions)$/;
  expect(new Set(read.filter((path) => ofQuestions.test(path)))).toEqual(
    new Set(["rpc/request_details", "rpc/unread_questions"]),
  );
});

test("keys typed into a question decide nothing", async () => {
  const deciding = recordedCalls("decide_item", 4);
  const { user } = open();
  platform.use(deciding.taking);
  await choose(user, "Ask a question");
  await user.type(await screen.findByLabelText("Your question about “Payslips”"), "a r n ? s");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(deciding.made).toEqual([]);
});

test("an unread question is marked, a reply is added to it, and it is resolved", async () => {
  const answering = recordedCalls("answer_question");
  const resolving = recordedCalls("resolve_question");
  const { user } = open({ questions: [question] });
  platform.use(
    answering.taking,
    resolving.taking,
    rpcAnswers({
      fn: "unread_questions",
      returns: [{ request_id: requestId, item_id: "i1", question_id: "q1" }],
    }),
  );
  const thread = within(await screen.findByRole("group", { name: "Question: October too?" }));
  thread.getByText("Anna Lind");
  await thread.findByText("New");
  await user.click(thread.getByRole("button", { name: "Reply" }));
  await user.type(await thread.findByLabelText("Your reply"), "Yes, please.");
  const reply = { ...message, id: "m2", author: "nora", author_name: "Nora Okafor", is_member: true };
  platform.use(
    requestIs([
      itemRow({
        questions: [
          {
            ...question,
            messages: [{ ...reply, body: "Yes, please.", at: "2026-11-20T10:05:00+00:00" }, message],
          },
        ],
      }),
    ]),
  );
  await user.click(thread.getByRole("button", { name: "Reply" }));
  await thread.findByText("Yes, please.");
  expect(thread.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Anna Lind .*October too\?$/),
    expect.stringMatching(/^Nora Okafor .*Yes, please\.$/),
  ]);
  await user.click(thread.getByRole("button", { name: "Mark as resolved" }));
  await expect.poll(() => resolving.made).toEqual([{ question: "q1", resolved: true }]);
  expect(answering.made).toEqual([{ question: "q1", body: "Yes, please." }]);
});

test("a closed request shows its questions and takes no more", async () => {
  const { user } = open(
    { questions: [{ ...question, resolved_at: "2026-11-20T11:00:00Z" }] },
    { status: "cancelled", closed_at: "2026-11-20T11:00:00Z" },
  );
  await screen.findByText("Resolved: October too?");
  expect(screen.queryByRole("button", { name: "Reply" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Reopen question" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "More actions on Payslips" }));
  expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual([
    "Download 1 file",
  ]);
});

test("a note is added, only its author can remove it, and removing is undone", async () => {
  const adding = recordedCalls("add_note");
  const removing = recordedCalls("remove_note");
  const note = {
    id: "n1",
    item_id: "i1",
    author: "tomas",
    author_name: "Tomás Duarte",
    body: "Call them.",
    at: message.at,
  };
  const { user } = open({ notes: [note] });
  platform.use(adding.taking, removing.taking);
  await screen.findByText("Only members see notes");
  screen.getByText("Call them.");
  expect(screen.queryByRole("button", { name: /^Remove the note/ })).toBeNull();

  await choose(user, "Add a note");
  await user.type(await screen.findByLabelText("Your note on “Payslips”"), "She changed jobs.");
  platform.use(
    requestIs([itemRow({ notes: [note, { ...note, id: "n2", author: myId, body: "She changed jobs." }] })]),
  );
  await user.click(screen.getByRole("button", { name: "Add note" }));
  await user.click(await screen.findByRole("button", { name: "Remove the note “She changed jobs.”" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  expect(removing.made).toEqual([{ note: "n2" }]);
  await expect
    .poll(() => adding.made)
    .toEqual([
      { item: "i1", body: "She changed jobs." },
      { item: "i1", body: "She changed jobs." },
    ]);
});

test("an unsent text outlives the form, and is gone once it is sent or discarded", async () => {
  const asking = recordedCalls("ask_question");
  const { user } = open();
  platform.use(asking.taking);
  const reopen = async () => {
    await choose(user, "Ask a question");
    return screen.findByLabelText<HTMLTextAreaElement>("Your question about “Payslips”");
  };
  await user.type(await reopen(), "Which year?");
  // Another form of the same item takes its place.
  await choose(user, "Add a note");
  await expect.poll(() => screen.queryByLabelText("Your question about “Payslips”")).toBeNull();
  expect((await reopen()).value).toBe("Which year?");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await expect.poll(() => asking.made).toEqual([{ item: "i1", body: "Which year?" }]);
  await expect.poll(() => screen.queryByLabelText("Your question about “Payslips”")).toBeNull();
  await user.type(await reopen(), "And the next?");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect((await reopen()).value).toBe("");
});
