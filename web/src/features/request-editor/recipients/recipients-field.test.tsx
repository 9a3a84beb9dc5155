import { restAnswers, rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw/http";
import { beforeEach, describe, expect, test } from "vitest";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { giveSessionCookie } from "../../../testing/sessions.ts";

const mocks = mockPlatform();

const anna = {
  names: ["Anna Berg"],
  emails: ["anna@berg.example"],
  tags: ["Private client"],
  open_requests: 0,
};
const mats = { names: ["Mats Berg"], emails: ["mats@berg.example"], tags: [], open_requests: 1 };
const both = {
  names: ["Anna Berg", "Mats Berg"],
  emails: [...anna.emails, ...mats.emails],
  tags: [],
  open_requests: 0,
};
const nils = { names: ["Nils Tamm"], emails: ["nils@tamm.example"], tags: [], open_requests: 0 };
const household = {
  client: "Tamm household",
  names: ["Nils Tamm", "Mia Ruiz"],
  emails: [...nils.emails, "mia@ruiz.example"],
  tags: [],
  open_requests: 0,
};
const rows = [
  { ...household, together: null },
  { ...both, client: null, together: 3 },
  { ...anna, client: null, together: null },
  { ...mats, client: null, together: null },
  { ...nils, client: null, together: null },
];

/** Answers each search with the people whose names have a word that begins with it. */
const peopleAnswer = (delays: Readonly<Record<string, Promise<void>>> = {}) =>
  mocks.use((url) =>
    http.get(`${url}/rest/v1/rpc/suggest_people`, async ({ request }) => {
      const search = new URL(request.url).searchParams.get("search") ?? "";
      await delays[search];
      const fits = rows.filter(({ names }) =>
        names.some((name) =>
          name
            .toLowerCase()
            .split(" ")
            .some((word) => word.startsWith(search.toLowerCase())),
        ),
      );
      return HttpResponse.json(fits, { headers: { "access-control-allow-origin": "*" } });
    }),
  );

beforeEach(() => {
  giveSessionCookie();
  mocks.use(
    restAnswers({ table: "profiles", rows: [{ display_name: "Nora Okafor" }] }),
    restAnswers({
      table: "members",
      rows: [{ role: "owner", workspaces: { id: "w1", name: "Okafor & Lind" } }],
    }),
    restAnswers({ table: "requests", by: "request_details", rows: [] }),
  );
});

async function openField() {
  const { user } = renderApp("/requests/new");
  const input = await screen.findByRole("combobox", { name: "Recipients" });
  const type = (text: string) => user.type(input, text);
  const chosen = () =>
    screen
      .queryAllByRole("button", { name: /^Remove / })
      .map((button) => button.ariaLabel?.slice("Remove ".length));
  const row = (name: RegExp) => screen.findByRole("option", { name });
  /** The list is for what was typed. */
  const isReady = () => waitFor(() => expect(input.getAttribute("aria-activedescendant")).not.toBeNull());
  return { user, input, type, chosen, row, isReady };
}

describe("the people whom a workspace knows", () => {
  test("are chosen by keyboard, those who were asked together first", async () => {
    peopleAnswer();
    const { type, chosen, row, input, isReady } = await openField();
    await type("ann");
    const first = await row(/Anna Berg and Mats Berg\s*Asked together 3 times/);
    expect(first.getAttribute("aria-selected")).toBe("true");
    expect(input.getAttribute("aria-activedescendant")).toBe(first.id);
    await type("{ArrowDown}{Enter}");
    expect(chosen()).toEqual(["anna@berg.example"]);
    expect(screen.queryByRole("listbox")).toBeNull();
    await type("berg");
    await isReady();
    // Anna is a recipient already.
    expect(screen.queryByRole("option", { name: /Asked together/ })).toBeNull();
    await type("{Enter}");
    expect(chosen()).toEqual(["anna@berg.example", "mats@berg.example"]);
    expect(document.activeElement).toBe(input);
  });

  test("are added together by the name of their client", async () => {
    peopleAnswer();
    const { type, chosen, row, isReady } = await openField();
    await type("tam");
    await row(/Tamm household · 2 people\s*Nils Tamm and Mia Ruiz/);
    await isReady();
    await type("{Enter}");
    expect(chosen()).toEqual(["nils@tamm.example", "mia@ruiz.example"]);
    screen.getByText("Nils Tamm, Mia Ruiz added");
  });

  test("are chosen by pointer, and shown by name", async () => {
    peopleAnswer();
    const { user, type, row } = await openField();
    await type("mats");
    await user.click(await row(/^Mats Berg/));
    expect(screen.getByTitle("mats@berg.example").textContent).toBe("Mats Berg");
  });

  test("have their name also when their address is typed", async () => {
    peopleAnswer();
    const { type, chosen, row } = await openField();
    await type("anna");
    await row(/^Anna Berg.*Private client/);
    await type("@berg.example,");
    expect(chosen()).toEqual(["anna@berg.example"]);
  });

  test("aren't chosen by Enter while those for the letters before are shown", async () => {
    let answer = (): void => undefined;
    const delay = new Promise<void>((resolve) => {
      answer = resolve;
    });
    peopleAnswer({ mat: delay });
    const { type, chosen, row, isReady } = await openField();
    await type("anna");
    await row(/^Anna Berg\s*anna@/);
    await type("{Backspace>4/}mat{Enter}");
    expect(chosen()).toEqual([]);
    answer();
    await isReady();
    await type("{ArrowDown}{Enter}");
    expect(chosen()).toEqual(["mats@berg.example"]);
  });
});

describe("a person whom it doesn't know", () => {
  test("is added with a name in place", async () => {
    peopleAnswer();
    const { user, type, chosen, row, isReady } = await openField();
    await type("Joel Tamm");
    await isReady();
    await row(/Add “Joel Tamm” as a new person/);
    await type("{Enter}");
    const form = within(await screen.findByRole("group", { name: "New person" }));
    expect(form.getByLabelText<HTMLInputElement>(/^Name/).value).toBe("Joel Tamm");
    expect(document.activeElement).toBe(form.getByLabelText("Email address"));
    await user.keyboard("joel@tamm{Enter}");
    expect(form.getByLabelText("Email address").getAttribute("aria-invalid")).toBe("true");
    await user.keyboard(".example{Enter}");
    expect(chosen()).toEqual(["joel@tamm.example"]);
    expect(screen.getByTitle("joel@tamm.example").textContent).toBe("Joel Tamm");
  });

  test("stays when the field is left before Add is pressed, and another window can come in between", async () => {
    peopleAnswer();
    const { user, type, chosen, input, isReady } = await openField();
    const begin = async (text: string) => {
      await type(text);
      await isReady();
      await type("{Enter}");
      return screen.findByLabelText("Email address");
    };
    const address = await begin("Joel Tamm");
    await user.keyboard("joel@");
    // The browser says this when another window comes to the front.
    address.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
    await user.keyboard("tamm.example");
    await user.click(screen.getByLabelText("Title"));
    expect(screen.getByTitle("joel@tamm.example").textContent).toBe("Joel Tamm");
    await begin("Mia Ruiz");
    await user.click(screen.getByLabelText("Title"));
    expect(chosen()).toEqual(["joel@tamm.example", "Mia Ruiz"]);
    expect((input as HTMLInputElement).value).toBe("");
  });

  test("isn't added by Enter on Cancel or while a keyboard composes their name", async () => {
    peopleAnswer();
    const { user, type, chosen, isReady } = await openField();
    await type("Joel");
    await isReady();
    await type("{Enter}");
    const name = await screen.findByLabelText(/^Name/);
    await user.type(screen.getByLabelText("Email address"), "joel@tamm.example");
    fireEvent.keyDown(name, { key: "Enter", isComposing: true });
    expect(chosen()).toEqual([]);
    screen.getByRole("button", { name: "Cancel" }).focus();
    await user.keyboard("{Enter}");
    expect(screen.queryByRole("group", { name: "New person" })).toBeNull();
    expect(chosen()).toEqual([]);
  });

  test("can be added while suggestions can't be read", async () => {
    mocks.use(rpcFails({ fn: "suggest_people", status: 503, code: "PGRST000", message: "no" }));
    const { type, chosen, row } = await openField();
    await type("Joel");
    await row(/Add “Joel” as a new person/);
    await type("{Backspace>4/}joel@tamm.example{Enter}");
    expect(chosen()).toEqual(["joel@tamm.example"]);
  });
});

test("Escape closes the list, and what isn't an address can be corrected by clicking it", async () => {
  mocks.use(rpcAnswers({ fn: "suggest_people", returns: [] }));
  const { user, type, input, chosen } = await openField();
  await type("ann");
  await screen.findByRole("listbox");
  await type("{Escape}");
  expect(screen.queryByRole("listbox")).toBeNull();
  await user.tab();
  expect(chosen()).toEqual(["ann"]);
  await user.click(screen.getByRole("button", { name: "ann" }));
  expect((input as HTMLInputElement).value).toBe("ann");
  expect(chosen()).toEqual([]);
});
