import { draftItem } from "@sheaf/contract/request-draft";
import { scaled } from "@sheaf/testing/scaled";
import { test } from "../fixtures/on-any-day.ts";
import { expect } from "../fixtures/test.ts";
import type { Person } from "../seed/person.ts";
import { unwrap } from "../seed/unwrap.ts";

test.beforeEach(() => test.setTimeout(scaled(120_000)));

/** In a year of which 1 June is a Tuesday; 10:00 is within working hours of the workspace's zone. */
const june = (day: number) => new Date(Date.UTC(2027, 5, day, 10));

interface Asking {
  by: Person;
  workspace: string;
  recipient: string;
}

async function ask({ by, workspace, recipient }: Asking, title: string): Promise<void> {
  const draft = {
    title,
    message: "",
    due_on: "2027-06-15",
    recipients: [{ email: recipient, name: "" }],
    items: [draftItem("Payslips"), draftItem("Lease")],
  };
  const { client } = by;
  const request = unwrap(await client.rpc("create_request", { workspace, draft }));
  unwrap(await client.rpc("send_request", { request, invite: true }));
}

test("a recipient of five requests from two workspaces gets five emails, then one reminder from each", async ({
  signInByApi,
  mailbox,
  post,
  newAddress,
}) => {
  const recipient = newAddress("anna");
  const asking: Record<string, Asking> = {};
  for (const [name, workspace] of [
    ["Nora Okafor", "Okafor & Lind"],
    ["Tom Berg", "Berg School"],
  ] as const) {
    const by = await signInByApi({ name, email: newAddress(name.slice(0, 4).trim().toLowerCase()) });
    const id = unwrap(await by.client.rpc("create_workspace", { name: workspace, display_name: name }));
    asking[workspace] = { by, workspace: id, recipient };
  }
  /** Subjects of the emails that arrive at a moment, in alphabetical order. */
  const arriving = async (at: Date) => {
    const seen = await mailbox.idsFor(recipient);
    await post.deliver(at);
    return mailbox.subjectsFor(recipient, seen);
  };
  const [firm, school] = Object.values(asking) as [Asking, Asking];
  for (const title of ["Tax return", "Mortgage", "Payroll"]) await ask(firm, title);
  for (const title of ["Enrolment", "School bus"]) await ask(school, title);

  expect(await arriving(june(1))).toEqual([
    "Nora Okafor asks you for 2 items: Mortgage",
    "Nora Okafor asks you for 2 items: Payroll",
    "Nora Okafor asks you for 2 items: Tax return",
    "Tom Berg asks you for 2 items: Enrolment",
    "Tom Berg asks you for 2 items: School bus",
  ]);
  expect(await arriving(june(7))).toEqual([]);
  expect(await arriving(june(8))).toEqual([
    "4 items left for 2 requests from Berg School",
    "6 items left for 3 requests from Okafor & Lind",
  ]);
  expect(await arriving(june(9))).toEqual([]);
});
