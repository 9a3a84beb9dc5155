import { createHash, randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { headersOf, type Recipient, type Target } from "./scene.ts";
import { type Answer, type Call, send } from "./transfer.ts";

export const fileBytes = 2 * 1024 * 1024;

/** As in the page, which then asks the person to press "Try again". Milliseconds. */
const retryDelays = [500, 2000, 5000];
/** Attempts before a person gives up. */
const presses = 3;
const retryAfterMs = 10_000;

/** Shared by all files, so that a thousand fit into memory. */
const common = randomBytes(fileBytes - 64);

export interface Upload {
  /** The file's row, once it was started. */
  file: string | undefined;
  objectKey: string;
  sha256: string;
  /** The platform said that it has the file. */
  confirmed: boolean;
  /** The page opened again afterwards. */
  pageOpened: boolean;
  /** Seconds from opening the page to the confirmation. */
  seconds: number;
  /** Responses that were not a success, `step: status`; 0 without a response. */
  failures: string[];
}

/** Opens the request, uploads a file of 2 MB and confirms it, retrying as the page does. Never rejects. */
export async function uploadAs(target: Target, recipient: Recipient): Promise<Upload> {
  const began = performance.now();
  const head = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(55)]);
  const sha256 = createHash("sha256").update(head).update(common).digest("hex");
  const upload: Upload = {
    file: undefined,
    objectKey: "",
    sha256,
    confirmed: false,
    pageOpened: false,
    seconds: 0,
    failures: [],
  };
  const step = (name: string, url: string, call: () => Call, isDone?: (answer: Answer) => boolean) =>
    untilDone(() => send(url, call()), { name, failures: upload.failures, isDone });
  const json = (body: object) => () => ({
    headers: { ...headersOf(target, recipient.accessToken), "content-type": "application/json" },
    body: [Buffer.from(JSON.stringify(body))],
  });
  const rpc = (name: string, body: object) => step(name, `${target.apiUrl}/rest/v1/rpc/${name}`, json(body));

  const openPage = () => step("page", `${target.siteUrl}/r/${recipient.link}`, () => ({ method: "GET" }));
  if (!(await openPage())) return upload;
  if (!(await rpc("join_request", { token: recipient.link }))) return upload;
  const begun = await rpc("begin_upload", {
    item: recipient.item,
    name: "paper.pdf",
    size: fileBytes,
    mime: "application/pdf",
  });
  if (!begun) return upload;
  const [row] = JSON.parse(begun.text) as { file_id: string; object_key: string }[];
  upload.file = row?.file_id;
  upload.objectKey = row?.object_key ?? "";
  const stored = await step(
    "storage",
    `${target.apiUrl}/storage/v1/object/documents/${upload.objectKey}`,
    () => ({
      headers: { ...headersOf(target, recipient.accessToken), "content-type": "application/pdf" },
      body: [head, common],
    }),
    // The file of an earlier attempt whose response was lost.
    ({ text }) => text.includes("Duplicate"),
  );
  if (!stored) return upload;
  const finished = await rpc("finish_upload", { file: upload.file, sha256 });
  upload.confirmed = finished !== undefined;
  upload.seconds = (performance.now() - began) / 1000;
  // Opened again, so that the sidecars are in use all the time.
  upload.pageOpened = (await openPage()) !== undefined;
  return upload;
}

/** Undefined if the step failed for good. */
async function untilDone(
  attempt: () => Promise<Answer>,
  options: { name: string; failures: string[]; isDone?: ((answer: Answer) => boolean) | undefined },
): Promise<Answer | undefined> {
  for (let press = 0; press <= presses; press += 1) {
    for (const delay of [0, ...retryDelays]) {
      await wait(delay);
      const answer = await attempt();
      const isSuccess = answer.status >= 200 && answer.status < 300;
      if (isSuccess || options.isDone?.(answer)) return answer;
      options.failures.push(`${options.name}: ${answer.status} ${answer.text.slice(0, 80)}`);
      const isTemporary = answer.status === 0 || answer.status >= 500 || answer.status === 429;
      if (!isTemporary) return undefined;
    }
    await wait(retryAfterMs);
  }
  return undefined;
}
