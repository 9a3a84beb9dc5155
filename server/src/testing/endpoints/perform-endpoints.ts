import { describeResponse } from "../describe-response.ts";
import { deviations } from "../deviations.ts";
import type { TestHarness } from "../test-harness.ts";
import { otherFlowSteps, signInSteps } from "./callback.steps.ts";
import { confirmSteps } from "./confirm.steps.ts";
import { otherSteps } from "./other.steps.ts";
import { persistSteps } from "./persist.steps.ts";
import { refusedSteps } from "./refused-callback.steps.ts";
import { setScene } from "./scene.ts";
import { emailLinkSteps } from "./email-links.steps.ts";

/** Order matters: steps build on earlier ones. */
const parts = [
  confirmSteps,
  signInSteps,
  otherFlowSteps,
  refusedSteps,
  persistSteps,
  emailLinkSteps,
  otherSteps,
];

/** Calls every endpoint with every kind of input. A row: endpoint, situation, status, location, cookies. */
export async function performEndpoints(harness: TestHarness): Promise<{
  rows: string[][];
  /** Cookie attributes and headers that violate the specification. */
  wrong: string[];
}> {
  const scene = await setScene(harness);
  const steps = parts.flatMap((part) => part(scene));
  const rows: string[][] = [];
  const wrong: string[] = [];
  for (const [endpoint, situation, run] of steps) {
    const response = await run();
    const { status, location, cookies } = describeResponse(response, scene.named);
    wrong.push(...deviations(response, { secure: scene.secure }));
    rows.push([`\`${endpoint}\``, situation, status, location, cookies]);
  }
  return { rows, wrong };
}
