import { restAnswers, rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw/http";
import { beforeEach, describe, expect, test } from "vitest";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { type Fault, type ItemRow, itemRow, requestIs } from "../../../testing/received-checklist.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { giveSessionCookie } from "../../../testing/sessions.ts";

const mocks = mockPlatform();
beforeEach(() => {
  giveSessionCookie({ userId: "anna" });
  mocks.use(
    rpcAnswers({ fn: "join_request", returns: "r1" }),
    rpcAnswers({ fn: "request_people", returns: [{ name: "Anna", is_me: true, scope: "all", items: [] }] }),
  );
});

const choices = ["Salary", "Pension", "Rent"];
const question: ItemRow = { title: "Income", kind: "choice", choices };

/** Records the arguments of each answer. */
function takingAnswers() {
  const given: unknown[] = [];
  const takes: Fault = (url) =>
    http.post(`${url}/rest/v1/rpc/answer_item`, async ({ request }) => {
      given.push(await request.json());
      return HttpResponse.json(2, { headers: { "access-control-allow-origin": "*" } });
    });
  return { given, takes };
}

async function open(over: ItemRow) {
  const { given, takes } = takingAnswers();
  mocks.use(requestIs([itemRow({ ...question, ...over })]), takes);
  const { user } = renderApp("/r/token");
  const answer = within(await screen.findByRole("group", { name: "Answer to Income" }));
  const send = () => user.click(answer.getByRole("button", { name: "Send answer to Income" }));
  return { user, given, answer, send };
}

const sent = (kind: string, answer: string) => [{ item: "i1", revision: 1, kind, answer }];

describe("an item that asks for", () => {
  test("one choice takes one, and says so until there is one", async () => {
    const { user, given, answer, send } = await open({});
    await send();
    expect(answer.getByRole("alert").textContent).toBe("Choose one.");
    await user.click(answer.getByRole("radio", { name: "Pension" }));
    await user.click(answer.getByRole("radio", { name: "Rent" }));
    await send();
    expect(await screen.findByText(/Your answer to “Income” was sent/)).toBeDefined();
    expect(given).toEqual(sent("choice", "Rent"));
  });

  test("several choices sends them in the order of the list", async () => {
    const { user, given, answer, send } = await open({ multiple: true });
    for (const name of ["Rent", "Pension", "Salary", "Pension"]) {
      await user.click(answer.getByRole("checkbox", { name }));
    }
    await send();
    expect(await screen.findByText(/was sent/)).toBeDefined();
    expect(given).toEqual(sent("choice", "Salary\nRent"));
  });

  test("yes or no sends the one that is chosen", async () => {
    const { user, given, answer, send } = await open({ kind: "yes_no", choices: [] });
    await user.click(answer.getByRole("radio", { name: "No" }));
    await send();
    expect(await screen.findByText(/was sent/)).toBeDefined();
    expect(given).toEqual(sent("yes_no", "no"));
  });

  test("a date refuses none and a year that is being typed, and sends a whole one", async () => {
    const { given, answer, send } = await open({ kind: "date", choices: [] });
    const field = answer.getByLabelText("Your answer to Income");
    await send();
    expect(answer.getByRole("alert").textContent).toBe("Enter a day, a month and a year.");
    fireEvent.change(field, { target: { value: "0202-05-01" } });
    await send();
    expect(answer.getByRole("alert").textContent).toBe("Enter a year with four digits.");
    fireEvent.change(field, { target: { value: "2024-02-29" } });
    await send();
    expect(await screen.findByText(/was sent/)).toBeDefined();
    expect(given).toEqual(sent("date", "2024-02-29"));
  });
});

test("an answer to a question that has since changed gets an explanation, and the new question appears", async () => {
  const { user, answer, send } = await open({});
  await user.click(answer.getByRole("radio", { name: "Rent" }));
  mocks.use(
    rpcFails({ fn: "answer_item", status: 422, code: "PT422", message: "item.kind" }),
    requestIs([itemRow({ title: "Income", kind: "yes_no" })]),
  );
  await send();
  await answer.findByRole("radio", { name: "Yes" });
  expect(answer.getByRole("alert").textContent).toMatch(/needs a different kind of answer/);
  expect(answer.queryByRole("radio", { name: "Rent" })).toBeNull();
});

test("a question mark ends the name of a choice, without a full stop behind it", async () => {
  mocks.use(requestIs([itemRow({ ...question, title: "What do you earn?" })]));
  renderApp("/r/token");
  await screen.findByRole("group", { name: "Your answer to What do you earn? Choose one" });
});

test("the field that is wrong gets the focus", async () => {
  const { answer, send } = await open({ kind: "text", choices: [] });
  await send();
  const field = answer.getByRole("textbox", { description: "Enter an answer." });
  expect(document.activeElement).toBe(field);
});

describe("an answer that was sent", () => {
  const address: ItemRow = {
    kind: "text",
    choices: [],
    status: "submitted",
    answer_kind: "text",
    answer: "12 High Street",
  };
  const group = () => screen.getByRole("group", { name: "Answer to Income" });
  const openSent = async (over: ItemRow = {}) => {
    // An item that waits keeps the page from its end.
    const { given, takes } = takingAnswers();
    const others = [itemRow({ id: "i2", title: "Lease", position: 2 })];
    mocks.use(requestIs([itemRow({ ...question, ...address, ...over }), ...others]), takes);
    const { user } = renderApp("/r/token");
    await user.click(await screen.findByRole("heading", { name: "Income" }));
    return { user, given, others, answer: within(group()) };
  };

  test("stands in words, and is changed in its field", async () => {
    const { user, given, others, answer } = await openSent();
    answer.getByText("12 High Street", { selector: "p" });
    expect(answer.queryByRole("textbox")).toBeNull();
    await user.click(answer.getByRole("button", { name: "Change answer to Income" }));
    const field = answer.getByRole("textbox", { name: "Your answer to Income" });
    expect(document.activeElement).toBe(field);
    await user.type(field, ", Leeds");
    const changed = { ...address, answer: "12 High Street, Leeds", revision: 2 };
    mocks.use(requestIs([itemRow({ ...question, ...changed }), ...others]));
    await user.click(answer.getByRole("button", { name: "Send answer to Income" }));
    await answer.findByText("12 High Street, Leeds", { selector: "p" });
    expect(given).toEqual(sent("text", "12 High Street, Leeds"));
    expect(document.activeElement).toBe(group());
  });

  test("stays as it is if its sender thinks better of it", async () => {
    const { user, given, answer } = await openSent();
    await user.click(answer.getByRole("button", { name: "Change answer to Income" }));
    await user.type(answer.getByRole("textbox"), ", Leeds");
    await user.click(answer.getByRole("button", { name: "Keep answer to Income" }));
    answer.getByText("12 High Street", { selector: "p" });
    expect(document.activeElement).toBe(group());
    expect(given).toEqual([]);
  });

  test("is in its field again once it came back", async () => {
    const { answer } = await openSent({ status: "returned", reason: "Which town?" });
    expect(answer.getByRole("textbox")).toHaveProperty("value", "12 High Street");
    expect(answer.queryByRole("button", { name: "Keep answer to Income" })).toBeNull();
  });
});

test("an accepted answer stands in words", async () => {
  mocks.use(
    restAnswers({ table: "events", rows: [] }),
    requestIs([
      itemRow({ kind: "date", status: "accepted", answer_kind: "date", answer: "1984-03-03" }),
      itemRow({ id: "i2", kind: "yes_no", status: "accepted", answer_kind: "yes_no", answer: "yes" }),
    ]),
  );
  renderApp("/r/token");
  await screen.findByText(
    new Intl.DateTimeFormat(undefined, { dateStyle: "long" }).format(new Date(1984, 2, 3)),
  );
  screen.getByText("Yes");
});

describe("an answer that was written and not sent", () => {
  const write = async (over: ItemRow) => {
    const { user, answer } = await open({ kind: "text", choices: [], ...over });
    await user.type(answer.getByRole("textbox"), "12 High Street");
  };
  const answerAgain = async (userId: string) => {
    cleanup();
    giveSessionCookie({ userId });
    renderApp("/r/token");
    const again = within(await screen.findByRole("group", { name: "Answer to Income" }));
    return again.getByRole("textbox");
  };

  test("is there again after another sign-in, for the same person only", async () => {
    await write({});
    expect(await answerAgain("mats")).toHaveProperty("value", "");
    expect(await answerAgain("anna")).toHaveProperty("value", "12 High Street");
  });

  test("doesn't stay in the browser if the item is sensitive", async () => {
    await write({ sensitive: true });
    expect(await answerAgain("anna")).toHaveProperty("value", "");
  });
});
