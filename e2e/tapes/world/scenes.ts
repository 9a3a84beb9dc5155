import { type Asked } from "./asked.ts";
import { pdf, photo } from "./documents.ts";
import { mortgage, newHire, rental, taxReturn } from "./drafts.ts";
import { type Office, openOffice } from "./office.ts";
import { anna, joel, sofia } from "./people.ts";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";

/** Nora has asked, and Anna has opened the link on her phone. */
export interface AskedAnna extends Office {
  anna: Person;
  asked: Asked;
}

export async function askAnna(world: World): Promise<AskedAnna> {
  const office = await openOffice(world);
  const asked = await office.ask(taxReturn());
  const recipient = await world.signIn(anna, "phone");
  await asked.join(recipient);
  return { ...office, anna: recipient, asked };
}

/** Anna has added something to one item. */
export async function annaHasBegun(world: World): Promise<AskedAnna> {
  const scene = await askAnna(world);
  await scene.asked.add("Payslips", await pdf("January.pdf"), await pdf("February.pdf"));
  return scene;
}

/** Everything required has come in, and waits. */
export async function annaHasAnswered(world: World): Promise<AskedAnna> {
  const scene = await annaHasBegun(world);
  await scene.asked.add("Bank statement", photo("statement.png"));
  await scene.asked.answer("Tax number", "12 345 678 901");
  return scene;
}

/** One item was accepted and one went back. */
export async function noraHasReviewed(world: World): Promise<AskedAnna> {
  const scene = await annaHasAnswered(world);
  await scene.asked.accept("Payslips");
  await scene.asked.giveBack("Bank statement", "Page 2 is cut off. Please take the photo again.");
  return scene;
}

/** Everything required is accepted. */
export async function allIsAccepted(world: World): Promise<AskedAnna> {
  const scene = await annaHasAnswered(world);
  for (const item of ["Payslips", "Bank statement", "Tax number"]) await scene.asked.accept(item);
  return scene;
}

/** A workspace with a request for every filter of the list. */
export async function busyOffice(world: World): Promise<Office> {
  const office = await openOffice(world);
  await office.draft(rental());
  const late = await office.ask(mortgage());
  await late.join(await world.signIn(joel));
  await late.add("Identity card", photo("identity card.png"));
  await late.accept("Identity card");
  const done = await office.ask(newHire());
  await done.join(await world.signIn(sofia));
  for (const item of ["Passport", "Proof of address"]) {
    await done.add(item, await pdf(`${item}.pdf`));
    await done.accept(item);
  }
  const open = await office.ask(taxReturn());
  await open.join(await world.signIn(anna));
  await open.add("Payslips", await pdf("January.pdf"));
  return office;
}
