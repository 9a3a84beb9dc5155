import { accents, contrastOnWhite, isAccent, logoBytes } from "@sheaf/contract/branding";
import { expect, test } from "vitest";
import { enrol } from "./testing/cast.ts";
import { adminRow } from "./testing/database.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { nobody, type Person, signUp } from "./testing/people.ts";
import { openWorkspace, sendRequest } from "./testing/requests.ts";

const starts = {
  png: Buffer.from("89504e470d0a1a0a", "hex"),
  jpeg: Buffer.from("ffd8ff", "hex"),
  webp: Buffer.concat([Buffer.from("RIFF"), Buffer.alloc(4), Buffer.from("WEBP")]),
};
const logoOf = (start: Buffer, bytes = 200) =>
  Buffer.concat([start, Buffer.alloc(bytes - start.length)]).toString("base64");
const logo = logoOf(starts.png);
const accent = accents.Blue;

const brand = (person: Person, workspace: string, branding: { accent?: unknown; logo?: unknown }) =>
  person.rpc("set_workspace_branding", { workspace, accent: null, logo: null, ...branding });

test("recipients see the logo and the colour, before they sign in and after", async () => {
  const { requester, workspace, recipient, token, id } = await sendRequest({});
  granted(await brand(requester, workspace, { accent, logo }));
  expect((await nobody().rpc("peek_request", { token })).body).toMatchObject([{ accent, logo }]);
  expect(granted(await (await signUp("stranger")).rpc("request_branding", { request: id }))).toEqual([]);
  expect(granted(await recipient.rpc("request_branding", { request: id }))).toEqual([{ accent, logo }]);

  granted(await brand(requester, workspace, {}));
  expect(granted(await recipient.rpc("request_branding", { request: id }))).toEqual([
    { accent: null, logo: null },
  ]);
});

test("owners and admins change it, members and strangers do not", async () => {
  const nora = await signUp("nora");
  const [admin, member] = [await signUp("idris"), await signUp("maya")];
  const workspace = await openWorkspace(nora);
  await enrol(workspace, admin, "admin");
  await enrol(workspace, member, "member");
  granted(await brand(admin, workspace, { accent }));
  expectRefusal(await brand(member, workspace, { accent: null }), 403, "workspace.role");
  expectNotFound(await brand(await signUp("stranger"), workspace, { accent: null }));
  expect(await adminRow("select accent from public.workspaces where id = $1", [workspace])).toEqual({
    accent,
  });
});

test.each([
  [
    "an SVG",
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${"<g/>".repeat(40)}</svg>`).toString("base64"),
  ],
  ["HTML", Buffer.from(`<script>alert(1)</script>${" ".repeat(100)}`).toString("base64")],
  ["a GIF", logoOf(Buffer.from("GIF89a"))],
  ["nothing", ""],
  ["too little", logoOf(starts.png, 20)],
  ["too much", logoOf(starts.png, logoBytes + 1)],
  ["far too much", "A".repeat(100_000)],
  ["what is no base64", "data:image/png;base64,iVBORw0KGgo="],
])("%s is refused as a logo", async (_, refused) => {
  const nora = await signUp("nora");
  const workspace = await openWorkspace(nora);
  expectRefusal(await brand(nora, workspace, { logo: refused }), 422, "workspace.logo");
});

test("pictures of three kinds up to the limit are taken", async () => {
  const nora = await signUp("nora");
  const workspace = await openWorkspace(nora);
  for (const start of Object.values(starts)) {
    granted(await brand(nora, workspace, { logo: logoOf(start, logoBytes) }));
  }
});

test("the database and the page agree on which colours can be read", async () => {
  const nora = await signUp("nora");
  const workspace = await openWorkspace(nora);
  const colours = [
    "#000000",
    "#ffffff",
    "#5cc3a3",
    "#0f6a54",
    "#6a6a6a",
    "#696969",
    "#8d2b8d",
    "#b3382c",
    "#0F6A54",
  ];
  for (const colour of colours) {
    const { contrast } = await adminRow<{ contrast: number }>(
      "select private.contrast_on_white($1) as contrast",
      [colour],
    );
    expect(contrast).toBeCloseTo(contrastOnWhite(colour), 9);
    const answer = await brand(nora, workspace, { accent: colour });
    if (isAccent(colour)) granted(answer);
    else expectRefusal(answer, 422, "workspace.accent");
  }
  for (const text of ["red", "#12345", "#1234567", "#0f6a54\n", "url(x)"]) {
    expectRefusal(await brand(nora, workspace, { accent: text }), 422, "workspace.accent");
  }
});
