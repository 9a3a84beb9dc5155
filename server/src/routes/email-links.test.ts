import { startPlatform } from "@sheaf/platform";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type PlatformDouble, startPlatformDouble } from "../testing/platform-double.ts";
import { type Sidecar, startSidecar } from "../testing/start-sidecar.ts";

let platform: PlatformDouble;
let sidecar: Sidecar;
beforeAll(async () => {
  platform = await startPlatformDouble();
  sidecar = await startSidecar({ platformUrl: platform.url, limits: { perAddress: 1000 } });
});
beforeEach(() => {
  platform.calls.length = 0;
});
afterAll(async () => {
  await sidecar.stop();
  platform.stop();
});

const links = [
  {
    path: "/email/stop",
    calls: "stop_email",
    button: "Stop email",
    answer: "request",
    done: "Email stopped",
  },
  {
    path: "/email/undo",
    calls: "undo_account_change",
    button: "Sign out everywhere and undo",
    answer: "undone",
    done: "The change is undone",
  },
];
const token = "x_token-of-an-email-x".padEnd(43, "0");
const answerWith = (answer: unknown) =>
  platform.respondWith((_request, response) => void response.writeHead(200).end(JSON.stringify(answer)));

describe.each(links)("$path", ({ path, calls, button, answer, done }) => {
  const link = `${path}/${token}`;
  const post = (headers: Record<string, string> = {}) =>
    sidecar.send({ method: "POST", path: link, headers });
  beforeEach(() => answerWith(answer));

  test.each(["GET", "HEAD"])("%s changes nothing, because email scanners follow links", async (method) => {
    const response = await sidecar.send({ method, path: link });
    const reads = method === "GET" && path === "/email/stop" ? ["POST /rest/v1/rpc/peek_stop"] : [];
    expect([response.status, response.setCookies, platform.calls]).toEqual([200, [], reads]);
    if (method === "GET")
      expect(response.text).toContain(`<form method="post"><button>${button}</button></form>`);
  });

  test.each([
    ["by a mail program, without an origin", {}],
    ["from the page, whose policy sends no origin", { Origin: "null" }],
    ["from anywhere, as the token alone decides", { Origin: "https://mail.example" }],
  ])("a post %s acts", async (_, headers) => {
    const response = await post({ "Content-Type": "application/x-www-form-urlencoded", ...headers });
    expect([response.status, response.setCookies]).toEqual([200, []]);
    expect(response.text).toContain(done);
    expect(platform.calls).toEqual([`POST /rest/v1/rpc/${calls}`]);
  });

  test("a platform that refuses or doesn't respond is a 503 with a button", async () => {
    platform.respondWith((_request, response) => void response.writeHead(500).end("{}"));
    const refused = await post();
    const isolated = await startSidecar();
    const unanswered = await isolated.send({ method: "POST", path: link });
    await isolated.stop();
    for (const response of [refused, unanswered]) {
      expect(response.status).toBe(503);
      expect(response.text).toContain("Try again");
    }
  });

  test("neither the address of the page nor the log passes the token on", async () => {
    for (const response of [await sidecar.send({ path: link }), await post()]) {
      expect(response.headers["referrer-policy"]).toBe("no-referrer");
      expect(response.headers["cache-control"]).toContain("no-store");
    }
    expect(sidecar.logLines.join("")).not.toContain("token-of-an-email");
  });

  test("marks around the token are left out, by a redirect and for a program that follows none", async () => {
    const marked = `${link}.%E2%80%8B`;
    const opened = await sidecar.send({ path: marked });
    expect([opened.status, opened.location]).toEqual([308, link]);
    let sent = "";
    platform.respondWith((request, response) => {
      request.on("data", (chunk) => (sent += chunk));
      request.on("end", () => response.writeHead(200).end(JSON.stringify(answer)));
    });
    const posted = await sidecar.send({ method: "POST", path: marked });
    expect(posted.text).toContain(done);
    expect(JSON.parse(sent)).toEqual({ token });
    expect(sidecar.logLines.join("")).not.toContain("token-of-an-email");
  });

  test("a path without a token is not found", async () => {
    expect((await sidecar.send({ path })).status).toBe(404);
    expect((await sidecar.send({ path: `${path}/a/b`, method: "POST" })).status).toBe(404);
  });

  test("more posts than allowed from one address are a 429 without a redirect", async () => {
    const busy = await startSidecar({ platformUrl: platform.url, limits: { perAddress: 1 } });
    const press = () => busy.send({ method: "POST", path: link });
    await press();
    const response = await press();
    await busy.stop();
    expect([response.status, response.location, response.headers["retry-after"]]).toEqual([
      429,
      undefined,
      "60",
    ]);
    expect(response.text).toContain("Try again");
  });
});

test.each([
  ["request", 200, "You won’t get any more emails about this request."],
  ["workspace", 200, "You won’t get any more emails about the requests of this workspace."],
  ["watched", 200, "You won’t get any more emails about what arrives in this request."],
  ["summary", 200, "You won’t get any more summaries of this workspace."],
  [null, 410, "No email was stopped."],
  ["__proto__", 410, "No email was stopped."],
])("the stop of %j is a page that says so, and only that", async (answer, status, sentence) => {
  answerWith(answer);
  const response = await sidecar.send({ method: "POST", path: `/email/stop/${token}` });
  expect(response.status).toBe(status);
  expect(response.text).toContain(sentence);
});

test("the page that stops email says whose and from whom, in text alone", async () => {
  answerWith({ scope: "request", workspace: "<b>Okafor & Lind</b>", person: "a…@people.example" });
  const { text } = await sidecar.send({ path: `/email/stop/${token}` });
  expect(text).toContain('<bdi dir="auto">&lt;b&gt;Okafor &amp; Lind&lt;/b&gt;</bdi>');
  expect(text).toContain('<bdi dir="auto">a…@people.example</bdi>');
});

test("the page that stops email works while the platform can't say whose", async () => {
  platform.respondWith((_request, response) => void response.writeHead(500).end("{}"));
  const { status, text } = await sidecar.send({ path: `/email/stop/${token}` });
  expect([status, text.includes("<button>Stop email</button>"), text.includes("<bdi")]).toEqual([
    200,
    true,
    false,
  ]);
});

test.each([
  ["request", 200, "You’ll get emails about this request again."],
  ["summary", 200, "You’ll get summaries of this workspace again."],
  [null, 410, "Nothing to undo"],
])("what was stopped comes again from the same page: %j", async (answer, status, sentence) => {
  answerWith(answer);
  const undo = `/email/stop/${token}?undo`;
  const stopped = await sidecar.send({ method: "POST", path: `/email/stop/${token}` });
  if (answer !== null) expect(stopped.text).toContain('<form method="post" action="?undo">');
  platform.calls.length = 0;
  await sidecar.send({ path: undo });
  expect(platform.calls).toEqual(["POST /rest/v1/rpc/peek_stop"]);
  const response = await sidecar.send({ method: "POST", path: undo });
  expect([response.status, response.text.includes(sentence)]).toEqual([status, true]);
  expect(platform.calls.at(-1)).toBe("POST /rest/v1/rpc/resume_email");
});

test.each([
  ["undone", 200, "The change is undone"],
  ["signed_out", 200, "Signed out everywhere"],
  ["address_taken", 200, "Signed out everywhere"],
  ["expired", 410, "This link doesn’t work"],
  [null, 410, "This link doesn’t work"],
])("a change of an account that is %j is a page that says so", async (answer, status, title) => {
  answerWith(answer);
  const response = await sidecar.send({ method: "POST", path: `/email/undo/${token}` });
  expect(response.status).toBe(status);
  expect(response.text).toContain(`<h1>${title}</h1>`);
});

test("a token that no email had stops and undoes nothing, and the page says so", async () => {
  const real = await startPlatform();
  const withReal = await startSidecar({ platformUrl: real.url, publishableKey: real.anonKey });
  for (const token of ["a", "A".repeat(43), "%00", "%F0%9F%93%84", "a".repeat(3000)]) {
    const stopped = await withReal.send({ method: "POST", path: `/email/stop/${token}` });
    expect([token, stopped.status]).toEqual([token, 410]);
    expect(stopped.text).toContain("No email was stopped.");
    const kept = await withReal.send({ method: "POST", path: `/email/undo/${token}` });
    expect([token, kept.status]).toEqual([token, 410]);
  }
  await withReal.stop();
  await real.stop();
}, 60_000);
