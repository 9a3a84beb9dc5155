import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Browser, follow, linkOf, pathOf } from "./testing/browser.ts";
import { describeAnswer } from "./testing/describe-answer.ts";
import type { Answer } from "./testing/send.ts";
import { type Stage, startStage } from "./testing/stage.ts";

let stage: Stage;
let browser: Browser;
let other: Browser;
/** Path of the mailed link, of the callback it leads to, and the values in them that differ from run to run. */
let link: string;
let callback: string;
let token: string;
let flow: string;

beforeAll(async () => {
  stage = await startStage();
  browser = stage.newBrowser();
  other = stage.newBrowser();
  flow = await browser.askForMail("anna@lind.example", "/r/abc");
  link = linkOf(await stage.platform.mailbox.latest("anna@lind.example"));
  token = new URL(link, stage.sidecar.siteUrl).searchParams.get("token_hash") ?? "";
});
afterAll(() => stage.stop());

const get = (path: string) => stage.sidecar.send({ path });
const post = (path: string, origin = stage.sidecar.siteUrl) =>
  stage.sidecar.send({ path, method: "POST", headers: { Origin: origin } });

/** In this order: a later step uses what an earlier one did. */
const steps: [endpoint: string, situation: string, run: () => Promise<Answer>][] = [
  ["GET /auth/confirm", "a whole link", () => get(link)],
  ["GET /auth/confirm", "a link with parts missing or broken", () => get("/auth/confirm?type=magiclink")],
  ["HEAD /auth/confirm", "anything", () => stage.sidecar.send({ path: "/auth/confirm", method: "HEAD" })],
  ["POST /auth/confirm", "pressed on a page of another site", () => post(link, "https://evil.example")],
  ["POST /auth/confirm", "a link with parts missing or broken", () => post("/auth/confirm?type=magiclink")],
  ["POST /auth/confirm", "another browser, or later than four minutes", () => other.press(link)],
  [
    "POST /auth/confirm",
    "the browser that asked, within four minutes",
    async () => {
      const answer = await browser.press(link);
      callback = pathOf(await follow(answer.location ?? ""));
      return answer;
    },
  ],
  ["GET /auth/callback", "the code, in a browser that did not ask", () => other.visit(callback)],
  ["GET /auth/callback", "the code, in the browser that asked", () => browser.visit(callback)],
  ["GET /auth/callback", "the same once more", () => browser.visit(callback)],
  [
    "GET /auth/callback",
    "the code with a destination off our site",
    () => browser.visit(callback.replace("next=%2Fr%2Fabc", "next=%2F%2Fevil.example")),
  ],
  [
    "GET /auth/callback",
    "a link that was used or is too old",
    async () => get(pathOf(await follow(`${stage.platform.url}/auth/v1/verify?${verifyAgain()}`))),
  ],
  ["GET /auth/callback", "no code and no error", () => get("/auth/callback?next=/r/abc")],
  ["GET /auth/callback", "a code given twice", () => get("/auth/callback?code=12345678&code=12345678")],
  ["GET /auth/callback", "an error without words of ours", () => get("/auth/callback?error=teapot")],
  ["GET /auth/callback", "the first half of a change of address", () => get("/auth/callback?message=ok")],
  ["POST /auth/sign-out", "a page of another site", () => post("/auth/sign-out", "https://evil.example")],
  ["POST /auth/sign-out", "a page of ours", () => browser.press("/auth/sign-out")],
  ["GET /auth/sign-out", "anything", () => get("/auth/sign-out")],
  ["GET /auth/anything", "anything", () => get("/auth/anything")],
  ["GET /healthz", "anything", () => get("/healthz")],
  ["GET /readyz", "the platform's Auth answers", () => get("/readyz")],
];

function verifyAgain(): string {
  const redirect_to = `${stage.sidecar.siteUrl}/auth/callback?next=%2Fr%2Fabc&sb_flow_id=${flow}`;
  return new URLSearchParams({ token, type: "signup", redirect_to }).toString();
}

test("the sidecar does what the table of its README says", async () => {
  const rows: string[][] = [];
  for (const [endpoint, situation, run] of steps) {
    const { status, location, cookies } = describeAnswer(await run(), {
      [token]: "<hash>",
      [flow]: "<flow>",
      [stage.platform.url]: "<platform>",
      [stage.sidecar.siteUrl]: "<site>",
    });
    rows.push([`\`${endpoint}\``, situation, status, location, cookies]);
  }

  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const written = readme
    .split("\n")
    .filter((line) => /^\| `(?:GET|HEAD|POST) /.test(line))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(written).toEqual(rows);
});
