import { unwrap } from "../../seed/unwrap.ts";
import { type SentRequest } from "../../seed/sent-request.ts";
import { pdf, photo } from "./documents.ts";
import { mortgage, newClient, newHire, rental, taxReturn } from "./drafts.ts";
import { type RequesterWorkspace, createRequesterWorkspace } from "./requester-workspace.ts";
import { anna, idris, ines, joel, mats, sofia } from "./people.ts";
import type { Person } from "../../seed/person.ts";
import { heic } from "../../fixtures/unusual-pictures.ts";
import type { SeedData } from "./seed-data.ts";

/** Nora sent a request, and Anna opened its link on her phone. */
export interface AnnaRequest extends RequesterWorkspace {
  anna: Person;
  request: SentRequest;
}

export async function sendToAnna(seed: SeedData): Promise<AnnaRequest> {
  const workspace = await createRequesterWorkspace(seed);
  const request = await workspace.send(taxReturn());
  const recipient = await seed.signIn(anna, "phone");
  await request.join(recipient);
  return { ...workspace, anna: recipient, request };
}

/** Anna added files to one item. */
export async function annaStarted(seed: SeedData): Promise<AnnaRequest> {
  const scene = await sendToAnna(seed);
  await scene.request.add("Payslips", await pdf("January.pdf"), await pdf("February.pdf"));
  return scene;
}

/** Anna answered all required items; none is reviewed. */
export async function annaAnswered(seed: SeedData): Promise<AnnaRequest> {
  const scene = await annaStarted(seed);
  await scene.request.add("Bank statement", photo("statement.png"));
  await scene.request.answer("Tax number", "12 345 678 901");
  return scene;
}

/** One item is accepted and one is returned. */
export async function noraReviewed(seed: SeedData): Promise<AnnaRequest> {
  const scene = await annaAnswered(seed);
  await scene.request.accept("Payslips");
  await scene.request.returnItem("Bank statement", "Page 2 is cut off. Please take the photo again.");
  return scene;
}

/** Anna asked about the payslips, Nora replied and noted something for members. */
export async function questionAnswered(seed: SeedData): Promise<AnnaRequest> {
  const scene = await annaStarted(seed);
  await scene.request.ask("Payslips", "I changed jobs in October. Do you need both employers’ payslips?");
  await scene.request.reply("Payslips", "Yes, please: all of 2026. See https://help.example/payslips");
  await scene.request.note("Payslips", "She called about this on Tuesday.");
  return scene;
}

/** Anna asked Sofia for the bank statement, and Sofia opened the link. */
export async function annaAskedSofia(seed: SeedData): Promise<AnnaRequest & { sofia: Person }> {
  const scene = await annaStarted(seed);
  await scene.request.handOff("Bank statement", sofia);
  const helper = await seed.signIn(sofia, "phone");
  await scene.request.openAs(helper);
  return { ...scene, sofia: helper };
}

/** One of two files is returned, and one document came by post. */
export async function noraDecidedInPart(seed: SeedData): Promise<AnnaRequest> {
  const scene = await annaStarted(seed);
  await scene.request.returnFile("Payslips", "February.pdf", "Page 2 is cut off.");
  await scene.request.receiveElsewhere("Bank statement", "By post, on Thursday.");
  return scene;
}

/** Anna took a photo in the format of her phone. */
export async function annaSentHeic(seed: SeedData): Promise<AnnaRequest> {
  const scene = await sendToAnna(seed);
  await scene.request.add("Bank statement", heic("statement.heic"));
  return scene;
}

/** Anna answered an item of every kind but the files. */
export async function annaAnsweredEveryKind(seed: SeedData): Promise<AnnaRequest> {
  const workspace = await createRequesterWorkspace(seed);
  const request = await workspace.send(newClient());
  const recipient = await seed.signIn(anna, "phone");
  await request.join(recipient);
  await request.add("Passport or ID card", photo("front.png"));
  await request.answer("Date of birth", "1988-02-29");
  await request.answer("Kinds of income", "Salary\nRent");
  await request.answer("Accounts abroad?", "no");
  return { ...workspace, anna: recipient, request };
}

/** All required items are accepted. */
export async function allAccepted(seed: SeedData): Promise<AnnaRequest> {
  const scene = await annaAnswered(seed);
  for (const item of ["Payslips", "Bank statement", "Tax number"]) await scene.request.accept(item);
  return scene;
}

/** A workspace with at least one request for every filter of the list. */
export async function busyWorkspace(seed: SeedData): Promise<RequesterWorkspace> {
  const workspace = await createRequesterWorkspace(seed);
  await workspace.draft(rental());
  const late = await workspace.send(mortgage());
  await late.join(await seed.signIn(joel));
  await late.add("Identity card", photo("identity card.png"));
  await late.accept("Identity card");
  const done = await workspace.send(newHire());
  await done.join(await seed.signIn(sofia));
  for (const item of ["Passport", "Proof of address"]) {
    await done.add(item, await pdf(`${item}.pdf`));
    await done.accept(item);
  }
  const open = await workspace.send(taxReturn());
  await open.join(await seed.signIn(anna));
  await open.add("Payslips", await pdf("January.pdf"));
  return workspace;
}

/** A template was sent to five people: one can't be emailed, two were, one email is on its way, and one person waits. */
export async function sentToMany(seed: SeedData): Promise<{ nora: Person; template: string; job: string }> {
  const workspace = await createRequesterWorkspace(seed);
  const template = await workspace.template(taxReturn(), 21);
  const job = crypto.randomUUID();
  const people = [anna, joel, mats, sofia, ines].map(({ email, name }, index) => ({
    email,
    name,
    number: index + 2,
    due_on: "2031-01-30",
  }));
  const call = { job, template, title: "Tax return 2026, {name}", message: "", people };
  unwrap(await workspace.nora.client.rpc("send_to_many", call));
  const worker = crypto.randomUUID();
  for (const row of unwrap(await seed.worker.rpc("claim_bulk", { worker, batch: 4 })))
    unwrap(await seed.worker.rpc("finish_bulk", { ...row, worker }));
  for (let count = 0; count < 4; count += 1) {
    const [email] = unwrap(await seed.worker.rpc("claim_email", { worker, site: seed.siteUrl }));
    if (!email) throw new Error("No email is due.");
    const outcome = email.address === sofia.email ? "refused" : "sent";
    if (email.address !== mats.email)
      unwrap(await seed.worker.rpc("finish_email", { email: email.id, worker, outcome }));
  }
  return { nora: workspace.nora, template, job };
}

/** The same with a colleague, who looks after one of the requests, and with two tags. */
export async function sharedWorkspace(seed: SeedData): Promise<RequesterWorkspace> {
  const workspace = await busyWorkspace(seed);
  const { client } = workspace.nora;
  const colleague = await seed.signIn(idris);
  await seed.addMember(idris);
  const idOf = async (title: string) =>
    unwrap(await client.from("requests").select("id").eq("title", title).single()).id;
  for (const [name, titles] of [
    ["Private client", ["Tax return 2026", "Mortgage application"]],
    ["Company", ["New hire: right to work"]],
  ] as const) {
    const tag = unwrap(await client.rpc("create_tag", { workspace: workspace.id, name }));
    for (const title of titles)
      unwrap(await client.rpc("tag_request", { request: await idOf(title), tag, tagged: true }));
  }
  const { user } = await colleague.session();
  unwrap(
    await client.rpc("assign_request", { request: await idOf("Mortgage application"), assignee: user.id }),
  );
  return workspace;
}
