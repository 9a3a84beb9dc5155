import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { chromium } from "@playwright/test";
import { tapesFolder } from "@sheaf/mocks/library";
import { formatLists, packLists } from "@sheaf/mocks/record/pack-lists";
import { findSecrets } from "@sheaf/mocks/tape/secrets";
import { findChromium } from "../../browser/chromium.ts";
import { fullWorkspaceLists } from "../flows/full-workspace.flow.ts";
import { printLine } from "../print-line.ts";
import { startRecordingEnvironment } from "./recording-environment.ts";

/** Records the lists that the scenario `full-workspace` plays. Takes about three minutes. */
const file = join(tapesFolder, "lists", "full-workspace.json");
const browser = await chromium.launch(await findChromium(process.env));
const environment = await startRecordingEnvironment(browser);
try {
  const { tape } = await environment.record(fullWorkspaceLists);
  const lists = packLists(tape);
  const text = formatLists(lists);
  const secrets = findSecrets(text);
  if (secrets.length > 0) throw new Error(`The lists contain secrets: ${JSON.stringify(secrets)}`);
  await writeFile(file, text);
  printLine(
    `${lists.rows.length} requests in ${lists.lists.length} lists, ${Math.round(text.length / 1024)} kB`,
  );
} finally {
  await browser.close();
  await environment.stop();
}
