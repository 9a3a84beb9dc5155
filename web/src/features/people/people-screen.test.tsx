import { restAnswers, rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw/http";
import { beforeEach, describe, expect, test } from "vitest";
import type { DetailsRow, ListedRow } from "../../data/people/person.models.ts";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { recordedCalls } from "../../testing/recorded-calls.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { giveSessionCookie } from "../../testing/sessions.ts";

const mocks = mockPlatform();

// The generated types never say that a column can be null.
const ana = {
  id: "p1",
  name: "Ana Duarte",
  email: "ana@duarte.example",
  client: "",
  phone: "",
  other_emails: [],
  tags: [],
  open_requests: 1,
  items_left: 3,
  items_accepted: 3,
  items_submitted: 2,
  items_returned: 1,
  items_missing: 2,
  due_on: "2031-03-03",
  promised_on: null,
  is_opened: true,
  is_invited: true,
  last_seen_at: null,
  answered_at: null,
  unreachable_at: null,
  muted_at: null,
  request_id: "r1",
  position: "p1 2031-03-03",
} satisfies ListedRow as unknown as Listed;
type Listed = { [Column in keyof ListedRow]: NonNullable<ListedRow[Column]> };

const tomas = {
  ...ana,
  id: "p2",
  name: "Tomás Duarte",
  email: "tomas@duart.example",
  is_invited: false,
  unreachable_at: "2026-11-18T10:00:00Z",
};
const sofia = {
  ...ana,
  id: "p3",
  name: "Sofia Brandt",
  email: "sofia@brandt.example",
  request_id: "r3",
  muted_at: "2026-11-14T10:00:00Z",
};

const details = {
  id: "p1",
  workspace_id: "w1",
  name: "Ana Duarte",
  given_name: "",
  email: "ana@duarte.example",
  phone: "+351 912 345 678 ext. 4",
  client: "Duarte family",
  client_people: [{ id: "p2", name: "Tomás Duarte", email: "tomas@duart.example" }],
  note: "Prefers a call.",
  revision: 4,
  addresses: [
    { id: "p1", email: "ana@duarte.example", name: "Ana Duarte", note: "Prefers a call.", phone: "" },
  ],
  tags: [],
  open_requests: 1,
  done_requests: 3,
  items_left: 3,
  asked_at: "2022-03-02T10:00:00Z",
  last_seen_at: null,
  zone: null,
  is_proven: true,
  answer_seconds: null,
  answered_at: "2022-03-04T10:00:00Z",
  files: 20,
  bytes: 41_000_000,
  emailed_at: null,
  next_email_at: null,
  unreachable_at: null,
  muted_at: null,
} satisfies DetailsRow as unknown as Details;
type Details = Parameters<typeof rpcAnswers<"person_details">>[0]["returns"] extends (infer Row)[] | null
  ? Row
  : never;

const listIs = (...rows: Listed[]) => rpcAnswers({ fn: "list_people", returns: rows });
const countsAre = (waiting: number, everyone = waiting, unreached = 0) =>
  rpcAnswers({ fn: "people_counts", returns: [{ waiting, everyone, unreached }] });

beforeEach(() => {
  giveSessionCookie();
  mocks.use(
    restAnswers({ table: "profiles", rows: [{ display_name: "Nora Okafor" }] }),
    restAnswers({
      table: "members",
      rows: [{ role: "owner", workspaces: { id: "w1", name: "Okafor & Lind" } }],
    }),
    listIs(ana, tomas, sofia),
    countsAre(11, 1000, 2),
    rpcAnswers({ fn: "workspace_tags", returns: [] }),
    rpcAnswers({ fn: "person_details", returns: [details] }),
    rpcAnswers({ fn: "person_requests", returns: [] }),
    rpcAnswers({ fn: "person_companions", returns: [] }),
  );
});

const row = async (name: string) => within(await screen.findByRole("article", { name }));

describe("adding people", () => {
  test("by name and address says who is wrong, keeps the text when it fails, and tells how many were new", async () => {
    mocks.use(rpcFails({ fn: "add_people", status: 422, code: "PT422", message: "quota.people" }));
    const { user } = renderApp("/people");
    await row("Ana Duarte");
    await user.click(screen.getByRole("button", { name: "Add people" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Add people" }));
    const field = dialog.getByLabelText("Names and email addresses");
    expect(document.activeElement).toBe(field);
    await user.type(field, "Mia Ruiz{Enter}Joel Tamm <joel@tamm.example>");
    await user.click(dialog.getByRole("button", { name: "Add" }));
    dialog.getByText("“Mia Ruiz” isn’t an email address.");
    await user.clear(field);
    await user.type(field, "Joel Tamm <joel@tamm.example>{Enter}mats@lind.example");
    dialog.getByText("2 people");
    await user.click(dialog.getByRole("button", { name: "Add" }));
    await dialog.findByText(/daily limit of people to add/);
    mocks.use(rpcAnswers({ fn: "add_people", returns: [{ added: 1, known: 1 }] }));
    await user.click(dialog.getByRole("button", { name: "Add" }));
    await screen.findByText("1 person added, 1 already in your list");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("the list of people", () => {
  test("says what is open with each, and what to do about those who can't be emailed", async () => {
    renderApp("/people");
    (await row("Ana Duarte")).getByText(/^3 items left, due Mon/);
    const bounced = await row("Tomás Duarte");
    bounced.getByText(/^Can’t receive email since/);
    expect(bounced.getByRole("link", { name: "Correct address" }).getAttribute("href")).toBe("/requests/r1");
    (await row("Sofia Brandt")).getByText("Doesn’t want email");
    screen.getByRole("link", { name: /^Everyone ?1,000\+$/ });
  });

  test("shows a client and a phone number", async () => {
    mocks.use(listIs({ ...ana, client: "Duarte family", phone: "112" }, tomas));
    renderApp("/people");
    const shown = await row("Ana Duarte");
    shown.getByText(/^Duarte family/);
    shown.getByText("112");
  });

  test("copies the link of a request whose recipient can't be emailed", async () => {
    mocks.use(restAnswers({ table: "request_links", rows: [{ token: "T".repeat(43) }] }));
    const { user } = renderApp("/people");
    await user.click((await row("Sofia Brandt")).getByRole("button", { name: "Copy link" }));
    await screen.findByText("Link copied");
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/r/${"T".repeat(43)}`);
  });

  test("offers a new request while the workspace has sent none", async () => {
    mocks.use(listIs(), countsAre(0));
    renderApp("/people");
    await screen.findByText("Nobody yet");
    const next = screen.getByRole("link", { name: "New request" });
    expect(next.getAttribute("href")).toBe("/requests/new");
  });

  test("names the list in the address, and says when a list is empty", async () => {
    const { user, address } = renderApp("/people");
    await row("Ana Duarte");
    mocks.use(listIs());
    await user.click(screen.getByRole("link", { name: /^Can’t be emailed/ }));
    await screen.findByText("Everyone can be emailed");
    expect(address()).toBe("/people?tab=unreached");
  });

  test("says that it can't be read, and reads it again", async () => {
    mocks.use(rpcFails({ fn: "list_people", status: 422, code: "PT422", message: "list.unknown" }));
    const { user } = renderApp("/people");
    const again = await screen.findByRole("button", { name: "Try again" });
    mocks.use(listIs(ana));
    await user.click(again);
    await row("Ana Duarte");
  });

  test("continues after the last row of a page", async () => {
    const page = Array.from({ length: 50 }, (_, n) => ({
      ...ana,
      id: `n${n}`,
      name: `Person ${n}`,
      position: `n${n}`,
    }));
    const asked: (string | null)[] = [];
    mocks.use((url) =>
      http.get(`${url}/rest/v1/rpc/list_people`, ({ request }) => {
        const after = new URL(request.url).searchParams.get("after");
        asked.push(after);
        return HttpResponse.json(after === null ? page : [tomas], {
          headers: { "access-control-allow-origin": "*" },
        });
      }),
    );
    const { user } = renderApp("/people?tab=everyone");
    await user.click(await screen.findByRole("button", { name: "Show more" }));
    await row("Tomás Duarte");
    expect(asked).toEqual([null, "n49"]);
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  test("is narrowed to a tag, which the address names", async () => {
    const id = "0b5c2c9e-6b0a-4f0e-9a53-3f5a0f1d2e01";
    mocks.use(
      rpcAnswers({ fn: "workspace_tags", returns: [{ id, name: "Payroll", requests: 0, people: 1000 }] }),
      rpcAnswers({ fn: "search_people", returns: [{ ...sofia, tags: ["Payroll"] }, ana] }),
    );
    const { user, address } = renderApp("/people");
    await row("Ana Duarte");
    const asked: (string | null)[] = [];
    mocks.use(countsAre(0, 1000, 0), (url) =>
      http.get(`${url}/rest/v1/rpc/list_people`, ({ request }) => {
        asked.push(new URL(request.url).searchParams.get("tag"));
        return HttpResponse.json([], { headers: { "access-control-allow-origin": "*" } });
      }),
    );
    await user.click(screen.getByRole("button", { name: "Tag" }));
    await user.click(screen.getByRole("menuitemradio", { name: "Payroll" }));
    await screen.findByText("Nobody here has this tag");
    expect(address()).toBe(`/people?tag=${id}`);
    expect(asked).toEqual([id]);
    screen.getByText("1,000+ people have this tag. These lists show 1,000 of them.");
    await user.type(screen.getByRole("searchbox"), "duarte");
    await screen.findByText("1 person found");
    await row("Sofia Brandt");
    expect(screen.queryByRole("article", { name: "Ana Duarte" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Clear search" }));
    mocks.use(listIs(ana));
    await user.click(await screen.findByRole("button", { name: "Clear filter" }));
    await row("Ana Duarte");
    expect(address()).toBe("/people");
  });

  test("is searched by name, and says when others may match", async () => {
    mocks.use(rpcAnswers({ fn: "search_people", returns: [sofia], status: 206 }));
    const { user, address } = renderApp("/people");
    await user.type(await screen.findByRole("searchbox"), "sof");
    await screen.findByText("1 person found; others may match. Type more of the name.");
    expect(address()).toBe("/people?q=sof");
    expect(screen.queryByRole("navigation", { name: "Lists of people" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Clear search" }));
    await row("Ana Duarte");
  });

  test("starts a request to a person", async () => {
    const { user } = renderApp("/people");
    await user.click((await row("Ana Duarte")).getByRole("button", { name: "Options for Ana Duarte" }));
    await user.click(screen.getByRole("menuitem", { name: "New request" }));
    await screen.findByRole("button", { name: "Remove ana@duarte.example" });
  });

  test("merges two people, and takes it back", async () => {
    const merge = recordedCalls("merge_people");
    const separate = recordedCalls("unmerge_person");
    mocks.use(merge.taking, separate.taking, rpcAnswers({ fn: "search_people", returns: [ana, tomas] }));
    const { user } = renderApp("/people");
    await user.click((await row("Ana Duarte")).getByRole("button", { name: "Options for Ana Duarte" }));
    await user.click(screen.getByRole("menuitem", { name: "Merge with someone" }));
    const dialog = within(screen.getByRole("dialog", { name: "Merge Ana Duarte with someone" }));
    await user.type(dialog.getByLabelText("Find the other address"), "duart");
    await user.click(await dialog.findByRole("radio", { name: /^Tomás Duarte/ }));
    expect(dialog.queryByRole("radio", { name: /^Ana Duarte/ })).toBeNull();
    await user.click(dialog.getByRole("radio", { name: "tomas@duart.example" }));
    await user.click(dialog.getByRole("button", { name: "Merge" }));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(separate.made).toEqual([{ person: "p1" }]));
    expect(merge.made).toEqual([{ person: "p2", other: "p1" }]);
  });
});

describe("a person's page", () => {
  test("shows what is known, and leaves out what isn't", async () => {
    renderApp("/people/p1");
    await screen.findByRole("heading", { name: "Ana Duarte" });
    screen.getByText("Confirmed");
    screen.getByText("3 done");
    screen.getByText("since March 2022");
    screen.getByText("20 files");
    screen.getByText("last answer");
    screen.getByText("Prefers a call.");
    expect(screen.queryByText("usual time to answer")).toBeNull();
    expect(screen.queryByRole("region", { name: "Addresses" })).toBeNull();
  });

  test("keeps the typed text if another member has changed the note since", async () => {
    mocks.use(rpcFails({ fn: "edit_person", status: 422, code: "PT422", message: "person.stale" }));
    const { user } = renderApp("/people/p1");
    await user.click(await screen.findByRole("button", { name: "Edit the note" }));
    const note = screen.getByRole("textbox", { name: /^Note/ });
    await user.clear(note);
    await user.type(note, "Abroad until January.");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText(/^Someone else changed this in the meantime/);
    expect(screen.getByDisplayValue("Abroad until January.")).toBe(note);
    const edit = recordedCalls("edit_person");
    mocks.use(edit.taking);
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Saved");
    expect(edit.made).toEqual([
      {
        person: "p1",
        revision: 4,
        name: "",
        note: "Abroad until January.",
        phone: "+351 912 345 678 ext. 4",
        client: "Duarte family",
      },
    ]);
  });

  test("links a phone number, the client and its other people", async () => {
    renderApp("/people/p1");
    const number = await screen.findByRole("link", { name: "+351 912 345 678 ext. 4" });
    expect(number.getAttribute("href")).toBe("tel:+351912345678");
    const client = within(screen.getByRole("region", { name: "Client" }));
    expect(client.getByRole("link", { name: "Tomás Duarte" }).getAttribute("href")).toBe("/people/p2");
    expect(client.getByRole("link", { name: "Duarte family" }).getAttribute("href")).toBe(
      "/people?tab=everyone&q=Duarte+family",
    );
  });

  test("says that a client has others, and where, if it has more than 20", async () => {
    const others = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        id: `o${index}`,
        name: `Clerk ${index + 1}`,
        email: `clerk${index}@duarte.example`,
      }));
    mocks.use(rpcAnswers({ fn: "person_details", returns: [{ ...details, client_people: others(21) }] }));
    renderApp("/people/p1");
    const client = within(await screen.findByRole("region", { name: "Client" }));
    client.getByRole("link", { name: "Clerk 20" });
    expect(client.queryByRole("link", { name: "Clerk 21" })).toBeNull();
    expect(client.getByRole("link", { name: "others" }).getAttribute("href")).toBe(
      "/people?tab=everyone&q=Duarte+family",
    );
  });

  test("takes a copied phone number and a client, refuses what is no number, and offers known clients", async () => {
    const edit = recordedCalls("edit_person");
    mocks.use(edit.taking, rpcAnswers({ fn: "suggest_clients", returns: [{ client: "Duarte & Filhos" }] }));
    const { user } = renderApp("/people/p1");
    await user.click(await screen.findByRole("button", { name: "Edit" }));
    const dialog = within(screen.getByRole("dialog", { name: "Edit person" }));
    const phone = dialog.getByRole("textbox", { name: /^Phone/ });
    const client = dialog.getByRole("combobox", { name: /^Client/ });
    await user.clear(client);
    await user.type(client, "duarte");
    await waitFor(() => expect(document.querySelector("option[value='Duarte & Filhos']")).not.toBeNull());
    await user.type(client, " & Filhos ");
    await user.clear(phone);
    await user.type(phone, "call Ana");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    dialog.getByText(/^Enter one number, such as/);
    await user.clear(phone);
    await user.type(phone, "\u202a+351\u00a0912\u00a0345\u2011678\u202c");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await screen.findByText("Saved");
    expect(edit.made).toMatchObject([{ phone: "+351 912 345-678", client: "duarte & Filhos" }]);
  });

  test("refuses a name that looks like an address", async () => {
    const { user } = renderApp("/people/p1");
    await user.click(await screen.findByRole("button", { name: "Edit" }));
    await user.type(screen.getByRole("textbox", { name: /^Name/ }), "ana@duarte");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText(/^Use a name without “@”/);
  });

  test("says that no person has this page's id", async () => {
    for (const fn of ["person_details", "person_requests", "person_companions"] as const)
      mocks.use(rpcFails({ fn, status: 404, code: "PT404", message: "not_found" }));
    renderApp("/people/p9");
    await screen.findByText("This person doesn’t exist, or you don’t have access to them.");
    screen.getByRole("link", { name: "Go to your people" });
  });
});
