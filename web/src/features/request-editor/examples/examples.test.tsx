import { type AnswerRow, rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import { storageUploadFails } from "@sheaf/mocks/handlers/storage";
import type { MockServer } from "@sheaf/mocks/node";
import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw/http";
import { beforeEach, describe, expect, test } from "vitest";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { besideRequest, itemRow, requestId, requestIs } from "../../../testing/sent-request.ts";
import { giveSessionCookie } from "../../../testing/sessions.ts";

type Fault = Parameters<MockServer["use"]>[number];

const allowed = { headers: { "access-control-allow-origin": "*" } };
const objectKey = "w1/r1/i1/x1";
const mocks = mockPlatform();
beforeEach(() => {
  giveSessionCookie();
  mocks.use(
    ...besideRequest,
    rpcAnswers({ fn: "request_people", returns: [] }),
    rpcAnswers({ fn: "create_request", returns: requestId }),
    rpcAnswers({ fn: "edit_request", returns: 1 }),
    rpcAnswers({ fn: "finish_example", returns: undefined }),
    (url) => http.post(`${url}/storage/v1/object/assets/${objectKey}`, () => HttpResponse.json({}, allowed)),
  );
});

const example: AnswerRow<"item_examples"> = {
  id: "x1",
  name: "like-this.png",
  size: 2048,
  object_key: objectKey,
  status: "stored",
  stored_at: "2026-11-20T10:00:00Z",
};
const payslips = (examples: AnswerRow<"item_examples">[] = []) =>
  itemRow({ status: "missing", files: [], item_examples: examples });
const draftIs = (items: AnswerRow<"items">[], over: AnswerRow<"requests"> = {}) =>
  requestIs(items, { status: "draft", sent_at: null, revision: 0, ...over });

/** Records the calls of begin_example; from then on the request is another one. */
function taking(afterwards: Fault = draftIs([payslips([example])])) {
  const calls: Record<string, unknown>[] = [];
  const takes: Fault = (url) =>
    http.post(`${url}/rest/v1/rpc/begin_example`, async ({ request }) => {
      calls.push((await request.json()) as Record<string, unknown>);
      mocks.use(afterwards);
      return HttpResponse.json([{ example_id: "x1", object_key: objectKey }], allowed);
    });
  mocks.use(takes);
  return calls;
}

const png = Uint8Array.from("\u0089PNG\r\n\u001a\n....", (letter) => letter.charCodeAt(0));
const picture = () => new File([png], "like-this.png", { type: "image/png" });
const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;

async function openItem(title = "Payslips") {
  const { user } = renderApp(`/requests/${requestId}/edit`);
  await user.click(await screen.findByRole("button", { name: `Edit ${title}` }));
  return user;
}
const addButton = () => screen.getByRole("button", { name: "Add an example" });
const input = () => screen.getByTestId<HTMLInputElement>("example");

describe("adding an example", () => {
  test("sends it by itself and lists it, also once the item is closed", async () => {
    const calls = taking();
    mocks.use(draftIs([payslips()]));
    const user = await openItem();
    await user.upload(input(), picture());
    await screen.findByText("like-this.png was added.");
    expect(calls).toEqual([{ item: "i1", name: "like-this.png", size: 12, mime: "image/png" }]);
    await screen.findByRole("button", { name: "Remove like-this.png" });
    await user.click(screen.getByRole("button", { name: "Done" }));
    screen.getByText("1 example.");
  });

  test("saves a new request first", async () => {
    const calls = taking();
    const saved: unknown[] = [];
    mocks.use(draftIs([payslips()]), (url) =>
      http.post(`${url}/rest/v1/rpc/create_request`, async ({ request }) => {
        saved.push(((await request.json()) as { draft: { items: unknown[] } }).draft.items);
        return HttpResponse.json(requestId, allowed);
      }),
    );
    const { user } = renderApp("/requests/new");
    await user.type(await screen.findByLabelText("Add an item"), "Payslips{Enter}");
    await user.click(screen.getByRole("button", { name: "Edit Payslips" }));
    await user.click(addButton());
    screen.getByText("The draft has to be saved first. Enter a title and fix the marked fields.");
    await user.type(screen.getByLabelText("Title"), "Tax return");
    await user.upload(input(), picture());
    await screen.findByText("like-this.png was added.");
    expect(saved).toMatchObject([[{ title: "Payslips" }]]);
    expect(calls).toMatchObject([{ item: "i1" }]);
  });

  test("waits its turn while several items have to be saved", async () => {
    const creation = Promise.withResolvers<void>();
    const begun: string[] = [];
    const edits: unknown[] = [];
    let title = "Tax";
    const isSaved = () => {
      const items = ["One", "Two", "Three"].map((name, index) =>
        itemRow({ id: `i${name}`, position: index + 1, title: name, status: "missing", files: [] }),
      );
      mocks.use(draftIs(items, { title, revision: edits.length }));
    };
    mocks.use(
      (url) =>
        http.post(`${url}/rest/v1/rpc/create_request`, async () => {
          await creation.promise;
          isSaved();
          return HttpResponse.json(requestId, allowed);
        }),
      (url) =>
        http.post(`${url}/rest/v1/rpc/edit_request`, async ({ request }) => {
          const edit = (await request.json()) as { revision: number; change: { title: string } };
          ({ title } = edit.change);
          edits.push([edit.revision, title]);
          isSaved();
          return HttpResponse.json(edits.length, allowed);
        }),
      (url) =>
        http.post(`${url}/rest/v1/rpc/begin_example`, async ({ request }) => {
          begun.push(((await request.json()) as { item: string }).item);
          return HttpResponse.json([{ example_id: "x1", object_key: objectKey }], allowed);
        }),
    );
    const { user } = renderApp("/requests/new");
    await user.type(await screen.findByLabelText("Title"), "Tax");
    await user.click(screen.getByLabelText("Add an item"));
    await user.paste("One\nTwo\nThree");
    for (const name of ["One", "Two", "Three"]) {
      await user.click(screen.getByRole("button", { name: `Edit ${name}` }));
      await user.upload(input(), picture());
      await user.type(screen.getByLabelText("Title"), "!");
    }
    creation.resolve();
    await waitFor(() => expect(begun.toSorted()).toEqual(["iOne", "iThree", "iTwo"]));
    expect(edits).toEqual([
      [0, "Tax!"],
      [1, "Tax!!"],
    ]);
  });

  test("refuses an SVG that is called a PNG before anything is sent", async () => {
    const calls = taking();
    mocks.use(draftIs([payslips()]));
    const user = await openItem();
    await user.upload(input(), new File([svg], "drawing.png", { type: "image/png" }));
    await screen.findByText(/^An example is a PDF or a picture\./);
    expect(calls).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Done" }));
    screen.getByText("An example couldn’t be added.");
    await user.click(screen.getByRole("button", { name: "Edit Payslips" }));
    await user.click(screen.getByRole("button", { name: "Dismiss drawing.png" }));
    expect(screen.queryByText("drawing.png")).toBeNull();
  });

  test("says why the service refused it", async () => {
    mocks.use(
      draftIs([payslips()]),
      rpcFails({ fn: "begin_example", status: 422, code: "PT422", message: "example.too_many" }),
    );
    const user = await openItem();
    await user.upload(input(), picture());
    await screen.findByText("An item can have 3 examples. Remove one first.");
  });

  test("says why it wasn't stored, and succeeds if only the response was lost", async () => {
    taking();
    mocks.use(draftIs([payslips()]), storageUploadFails({ statusCode: 409, code: "KeyAlreadyExists" }));
    mocks.use(
      rpcFails({ fn: "finish_example", status: 409, code: "PT409", message: "file.not_stored", once: true }),
    );
    const user = await openItem();
    await user.upload(input(), picture());
    await screen.findByRole("button", { name: "Dismiss like-this.png" });
    await user.upload(input(), picture());
    await screen.findByText("like-this.png was added.");
  });

  test("can be cancelled", async () => {
    mocks.use(draftIs([payslips()]), (url) =>
      http.post(`${url}/rest/v1/rpc/begin_example`, () => new Promise<HttpResponse<null>>(() => undefined)),
    );
    const user = await openItem();
    await user.upload(input(), picture());
    await user.click(await screen.findByRole("button", { name: "Cancel like-this.png" }));
    expect(screen.queryByText("like-this.png")).toBeNull();
    expect(addButton().getAttribute("aria-busy")).toBeNull();
  });

  test("is over at three", async () => {
    mocks.use(draftIs([payslips([example, { ...example, id: "x2" }, { ...example, id: "x3" }])]));
    await openItem();
    await screen.findAllByRole("button", { name: "Remove like-this.png" });
    expect(screen.queryByRole("button", { name: "Add an example" })).toBeNull();
  });

  test("to a sent request works at once for its items, and after saving for new ones", async () => {
    const calls = taking(requestIs([payslips([example])], { revision: 1 }));
    mocks.use(requestIs([payslips()], { revision: 1 }));
    const user = await openItem();
    screen.getByText(/Recipients see it as soon as it’s added\./);
    await user.upload(input(), picture());
    await screen.findByText("like-this.png was added.");
    expect(calls).toMatchObject([{ item: "i1" }]);
    await user.click(screen.getByRole("button", { name: "Done" }));
    // Focus goes to the closed item in the next frame, where it would take what is being typed.
    await new Promise(requestAnimationFrame);
    await user.type(screen.getByLabelText("Add an item"), "Lease{Enter}");
    await user.click(screen.getByRole("button", { name: "Edit Lease" }));
    await user.click(addButton());
    screen.getByText("This item is new. Save your changes first, then add an example.");
  });
});

describe("removing an example", () => {
  test("asks first, and keeps the item's form open", async () => {
    mocks.use(draftIs([payslips([example])]), rpcAnswers({ fn: "remove_example", returns: undefined }));
    const user = await openItem();
    await user.click(await screen.findByRole("button", { name: "Remove like-this.png" }));
    const dialog = screen.getByRole("dialog", { name: "Remove this example?" });
    await user.keyboard("{Escape}");
    screen.getByRole("group", { name: "Item 1" });
    mocks.use(draftIs([payslips()]));
    await user.click(within(dialog).getByRole("button", { name: "Remove example" }));
    await screen.findByText("like-this.png was removed.");
    expect(screen.queryByRole("button", { name: "Remove like-this.png" })).toBeNull();
    expect(document.activeElement).toBe(addButton());
  });

  test("that another member has removed is no failure, but any other refusal is", async () => {
    mocks.use(
      draftIs([payslips([example])]),
      rpcFails({ fn: "remove_example", status: 409, code: "PT409", message: "request.closed" }),
    );
    const user = await openItem();
    await user.click(await screen.findByRole("button", { name: "Remove like-this.png" }));
    const confirm = screen.getByRole("button", { name: "Remove example" });
    await user.click(confirm);
    await within(screen.getByRole("dialog")).findByRole("alert");
    mocks.use(rpcFails({ fn: "remove_example", status: 404, code: "PT404", message: "not_found" }));
    await user.click(confirm);
    await screen.findByText("like-this.png was removed.");
  });
});
