import { restAnswers, rpcAnswers, rpcFails, type AnswerRow } from "@sheaf/mocks/handlers/rest";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { recordedCalls } from "../../../testing/recorded-calls.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { giveSessionCookie } from "../../../testing/sessions.ts";
import { reminderPlan } from "../../../data/requests/request.fixtures.ts";

const mocks = mockPlatform();
const requestId = "22222222-2222-4222-8222-222222222222";

const recipient = (over: AnswerRow<"recipients"> = {}): AnswerRow<"recipients"> => ({
  recipient_items: [],
  id: "p1",
  email: "anna@lind.example",
  name: "Anna Lind",
  first_seen_at: "2026-11-16T10:00:00Z",
  last_seen_at: "2026-11-16T10:00:00Z",
  created_at: "2026-11-16T09:00:00Z",
  ...over,
});
const tomas = recipient({
  id: "p2",
  email: "tomas@duart.example",
  name: "",
  first_seen_at: null,
  last_seen_at: null,
  created_at: "2026-11-16T09:01:00Z",
});

const requestRow = (...recipients: AnswerRow<"recipients">[]): AnswerRow<"requests"> => ({
  id: requestId,
  title: "Tax return 2026",
  message: "",
  status: "open",
  due_on: null,
  revision: 4,
  sent_at: "2026-11-16T10:00:00Z",
  reminder_plan: reminderPlan,
  last_activity_at: "2026-11-20T10:00:00Z",
  items_missing: 1,
  items_submitted: 0,
  assignee: null,
  request_tags: [],
  items_declined: 0,
  items_returned: 0,
  items_accepted: 0,
  items_waived: 0,
  required_missing: 1,
  required_partial: 0,
  required_returned: 0,
  workspaces: { id: "w1", name: "Okafor & Lind" },
  recipients,
  items: [],
});

const requestTo = (...recipients: AnswerRow<"recipients">[]) =>
  restAnswers({ table: "requests", by: "request_details", rows: [requestRow(...recipients)] });

beforeEach(() => {
  giveSessionCookie();
  mocks.use(
    restAnswers({ table: "profiles", rows: [{ display_name: "Nora Okafor" }] }),
    restAnswers({
      table: "members",
      rows: [{ role: "owner", workspaces: { id: "w1", name: "Okafor & Lind" } }],
    }),
    restAnswers({ table: "request_links", rows: [{ token: "8Kd2xxxxxxxxpQ" }] }),
    restAnswers({ table: "events", rows: [] }),
    rpcAnswers({ fn: "watches_request", returns: true }),
    rpcAnswers({ fn: "request_repeat", returns: [] }),
    restAnswers({ table: "access_requests", rows: [] }),
  );
});

const openPage = () => renderApp(`/requests/${requestId}`);
const people = async () => screen.findByRole("region", { name: "People" });

describe("people of a sent request", () => {
  test("are emailed the link again", async () => {
    const invite = recordedCalls("invite_recipient");
    mocks.use(requestTo(recipient(), tomas), invite.taking);
    const { user } = openPage();
    await people();
    await user.click(screen.getByRole("button", { name: "Options for tomas@duart.example" }));
    await user.click(screen.getByRole("menuitem", { name: /^Email the link/ }));
    await screen.findByText("Emailing the link to tomas@duart.example");
    expect(invite.made).toEqual([{ recipient: "p2" }]);
  });

  test("are told of the day when the last invitation leaves that a cap holds back", async () => {
    mocks.use(
      restAnswers({
        table: "requests",
        by: "request_details",
        rows: [{ ...requestRow(tomas), invites: true }],
      }),
      rpcAnswers({ fn: "invitations_end_on", returns: "2031-12-04" }),
    );
    openPage();
    const card = within(await people());
    card.getByText("Invitation on its way");
    await card.findByText(/The last one leaves by .*2031\.$/);
  });

  test("are named with their address and last visit", async () => {
    mocks.use(requestTo(recipient(), tomas));
    openPage();
    const [anna, second] = within(await people()).getAllByRole("listitem");
    expect(anna?.textContent).toMatch(/Anna Lindanna@lind\.exampleLast here /);
    expect(second?.textContent).toMatch(/tomas@duart\.exampleNot opened yet/);
  });

  test("are followed by those who were asked for single items, who can be removed", async () => {
    const mats = recipient({
      id: "p3",
      email: "mats@lind.example",
      name: "Mats Lind",
      scope: "items",
      recipient_items: [{ item_id: "i1", handed_by_name: "Anna Lind" }],
      invited_at: "2026-11-16T10:00:00Z",
      first_seen_at: null,
      last_seen_at: null,
    });
    const { made, taking } = recordedCalls("take_back_item");
    mocks.use(requestTo(mats, recipient()), taking);
    const { user } = openPage();
    const rows = within(await people()).getAllByRole("listitem");
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Anna Lind/),
      expect.stringMatching(
        /Mats Lindmats@lind\.exampleThe item they were asked for was removedInvited, not opened yet/,
      ),
    ]);
    await user.click(within(await people()).getByRole("button", { name: "Options for Mats Lind" }));
    await user.click(screen.getByRole("menuitem", { name: "Remove" }));
    screen.getByText("They won’t be able to open this request. What they added stays with you.");
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(made).toEqual([{ item: "i1" }]));
  });

  test("get a new one, with the revision that was seen", async () => {
    const { made, taking } = recordedCalls("edit_request", 5);
    mocks.use(requestTo(recipient()), taking);
    const { user } = openPage();
    await user.click(within(await people()).getByRole("button", { name: "Add recipient" }));
    await user.type(screen.getByLabelText("Email address"), "Petra@Sanz.example");
    const dialog = screen.getByRole("dialog");
    await user.click(within(dialog).getByRole("button", { name: "Add recipient" }));
    await screen.findByText("petra@sanz.example can open the link now. Share it with them.");
    expect(made).toEqual([
      {
        request: requestId,
        revision: 4,
        change: {
          recipients: [
            { id: "p1", email: "anna@lind.example", name: "Anna Lind" },
            { email: "petra@sanz.example", name: "" },
          ],
        },
      },
    ]);
  });

  test("have a wrong address corrected", async () => {
    const { made, taking } = recordedCalls("edit_request", 5);
    mocks.use(requestTo(recipient(), tomas), taking);
    const { user } = openPage();
    await user.click(within(await people()).getByRole("button", { name: "Options for tomas@duart.example" }));
    await user.click(screen.getByRole("menuitem", { name: "Correct address" }));
    const email = screen.getByLabelText("Email address");
    await user.clear(email);
    await user.type(email, "tomas@duarte.example");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("tomas@duarte.example can open the link now. Share it with them.");
    expect(made).toMatchObject([
      { change: { recipients: [{ id: "p1" }, { id: "p2", email: "tomas@duarte.example" }] } },
    ]);
  });

  test.each([
    ["no address", "tomas", /Check the address/],
    ["an address that is listed", "ANNA@lind.example", /This address is a recipient already/],
  ])("don't get %s", async (_, typed, message) => {
    mocks.use(requestTo(recipient()));
    const { user } = openPage();
    await user.click(within(await people()).getByRole("button", { name: "Add recipient" }));
    await user.type(screen.getByLabelText("Email address"), typed);
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Add recipient" }));
    const alert = await screen.findByText(message, { selector: "[role=alert] p" });
    expect(alert).toBeDefined();
  });

  test("are removed after a question; the last one can't be", async () => {
    const { made, taking } = recordedCalls("edit_request", 5);
    mocks.use(requestTo(recipient(), tomas), taking);
    const { user } = openPage();
    await user.click(within(await people()).getByRole("button", { name: "Options for Anna Lind" }));
    await user.click(screen.getByRole("menuitem", { name: "Remove" }));
    const dialog = await screen.findByRole("dialog", { name: "Remove Anna Lind?" });
    mocks.use(requestTo(tomas), taking);
    await user.click(within(dialog).getByRole("button", { name: "Remove" }));
    await user.click(
      await within(await people()).findByRole("button", { name: "Options for tomas@duart.example" }),
    );
    expect(made).toMatchObject([{ change: { recipients: [{ id: "p2" }] } }]);
    expect(screen.queryByRole("menuitem", { name: "Remove" })).toBeNull();
  });

  test("that have changed since are not overwritten, and the typed address stays", async () => {
    mocks.use(
      requestTo(recipient()),
      rpcFails({ fn: "edit_request", status: 409, code: "PT409", message: "request.stale" }),
    );
    const { user } = openPage();
    await user.click(within(await people()).getByRole("button", { name: "Add recipient" }));
    await user.type(screen.getByLabelText("Email address"), "petra@sanz.example");
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Add recipient" }));
    await screen.findByText(/Someone else changed this request a moment ago/);
    expect(screen.getByLabelText("Email address")).toHaveProperty("value", "petra@sanz.example");
  });
});

test("a person who asks to be added is added or declined", async () => {
  const { made, taking } = recordedCalls("decide_access", 5);
  mocks.use(
    requestTo(recipient()),
    restAnswers({
      table: "access_requests",
      rows: [{ id: "a1", email: "petra@sanz.example", asked_at: "2026-11-20T10:00:00Z" }],
    }),
    taking,
  );
  const { user } = openPage();
  const add = await screen.findByRole("button", { name: "Add petra@sanz.example" });
  screen.getByRole("button", { name: "Decline petra@sanz.example" });
  mocks.use(restAnswers({ table: "access_requests", rows: [] }), taking);
  await user.click(add);
  await expect.poll(() => screen.queryByRole("button", { name: "Add petra@sanz.example" })).toBeNull();
  expect(made).toEqual([{ access_request: "a1", is_added: true }]);
});

test("a question that can't be answered says why", async () => {
  mocks.use(
    requestTo(recipient()),
    restAnswers({
      table: "access_requests",
      rows: [{ id: "a1", email: "petra@sanz.example", asked_at: "2026-11-20T10:00:00Z" }],
    }),
    rpcAnswers({ fn: "edit_request", returns: 5 }),
    rpcFails({ fn: "decide_access", status: 409, code: "PT409", message: "recipient.member" }),
  );
  const { user } = openPage();
  await user.click(await screen.findByRole("button", { name: "Add petra@sanz.example" }));
  await screen.findByText(/belongs to a member of your workspace/);
});
