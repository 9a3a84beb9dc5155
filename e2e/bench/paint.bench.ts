import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { chromium } from "@playwright/test";
import { print, printTable, progress } from "@sheaf/bench/report";
import { median, timesOf } from "@sheaf/bench/statistics";
import { findChromium } from "../browser/chromium.ts";
import { startSidecar } from "../fixtures/sidecar.ts";
import { startPlatform } from "../tapes/record/platform.ts";
import { loadPage, type Subject, throttling, tracePage, type Visit } from "./paint/load-page.ts";
import { nextVersion, startNext } from "./paint/peer.ts";
import { seed } from "./paint/seed.ts";

/**
 * First paint and weight of the built pages beside the sign-in page of Next.js's `with-supabase` template, in one
 * throttled Chromium. Visits alternate, so the ratios hold for one machine.
 */
const traces = process.env["PAINT_TRACES"];
const rounds = process.argv.includes("--quick") ? 1 : 7;

const sitePort = 4345;
const siteUrl = `http://localhost:${sitePort}`;
const stops: (() => Promise<unknown>)[] = [];
try {
  const platform = await startPlatform({ port: 24_464, siteUrl });
  stops.unshift(() => platform.stop());
  const sidecar = await startSidecar({ port: sitePort, platformUrl: platform.url });
  stops.unshift(() => sidecar.stop());
  const next = await startNext(4346);
  stops.unshift(() => next.stop());
  const browser = await chromium.launch(await findChromium(process.env));
  stops.unshift(() => browser.close());

  const { link, signInAs } = await seed(platform);
  const at = (path: string) => siteUrl + path;
  const codeForm: Subject["form"] = {
    fields: { "input[name=email]": "mats@people.example" },
    button: "form button[type=submit]",
  };
  const peer: Subject = {
    name: `Next.js ${nextVersion} sign-in`,
    url: `${next.url}/auth/login`,
    usable: "form button[type=submit]",
    form: {
      fields: { "#email": "mats@people.example", "#password": "correct horse" },
      button: "form button[type=submit]",
    },
  };
  const subjects: Subject[] = [
    peer,
    { name: "/", url: at("/"), usable: "main h1" },
    { name: "/sign-in", url: at("/sign-in"), usable: "form button[type=submit]", form: codeForm },
    { name: "/sign-up", url: at("/sign-up"), usable: "form button[type=submit]", form: codeForm },
    { name: "/r/:token", url: at(link), usable: "form button[type=submit]", form: codeForm },
    {
      name: "/requests",
      url: at("/requests"),
      usable: 'main a[href^="/requests/"]:not([href$="new"])',
      prepare: (context) => signInAs(context, siteUrl),
    },
  ];
  const visits = new Map<Subject, Visit[]>(subjects.map((subject) => [subject, []]));
  for (let round = 0; round <= rounds; round += 1) {
    progress(`round ${round} of ${rounds}`);
    for (const subject of subjects) {
      const visit = await loadPage(browser, subject);
      // The first round warms the servers up.
      if (round > 0) visits.get(subject)?.push(visit);
    }
  }
  const { cpu, latencyMs, megabitsPerSecond } = throttling;
  print(
    `A ${cpu} times slower processor, ${latencyMs} ms, ${megabitsPerSecond} Mbit/s; median of ${rounds} visits.`,
  );
  report(visits, peer);
  if (traces !== undefined) {
    await mkdir(traces, { recursive: true });
    for (const [place, subject] of subjects.entries())
      await tracePage(
        browser,
        subject,
        join(traces, `${place}-${subject.name.replaceAll(/\W+/g, "-")}.json`),
      );
  }
} finally {
  for (const stop of stops) await stop();
}

/** Medians of the rounds, and their ratio to the peer's. */
function report(visits: ReadonlyMap<Subject, Visit[]>, peer: Subject): void {
  const of = (subject: Subject, key: keyof Visit) =>
    median((visits.get(subject) ?? []).map((visit) => visit[key]));
  const time = (subject: Subject, key: keyof Visit) => {
    const value = of(subject, key);
    return Number.isNaN(value) ? "" : `${value.toFixed(0)} ms ${timesOf(value, of(peer, key))}`;
  };
  printTable(
    ["", "first paint", "usable", "submit", "scripts", "in files", "layout shift"],
    [...visits.keys()].map((subject) => [
      subject.name,
      time(subject, "firstPaint"),
      time(subject, "usable"),
      time(subject, "submit"),
      `${(of(subject, "scriptBytes") / 1000).toFixed(0)} kB`,
      String(of(subject, "scripts")),
      of(subject, "shift").toFixed(3),
    ]),
  );
}
