import { emailDrain, emailDrainWithCaptcha } from "./email-drain.drill.ts";
import type { Drill } from "./drill.model.ts";
import { codeStorm } from "./code-storm.drill.ts";
import { largeBodies } from "./large-bodies.drill.ts";
import { nestedEmbeds } from "./nested-embeds.drill.ts";
import { uploadExhaustion } from "./upload-exhaustion.drill.ts";
import { workspaces } from "./workspaces.drill.ts";

export const drills: readonly Drill[] = [
  emailDrain,
  emailDrainWithCaptcha,
  codeStorm,
  uploadExhaustion,
  largeBodies,
  nestedEmbeds,
  workspaces,
];
