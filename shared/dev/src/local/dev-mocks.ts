import { runCommand } from "../process/command.ts";
import { type MocksOptions, mocksUsage, readMocksOptions } from "./mocks-options.ts";
import { playTapes } from "./play-tapes.ts";
import { recordTapes } from "./record-tapes.ts";

await runCommand({
  usage: mocksUsage,
  read: readMocksOptions,
  run: (options: MocksOptions) => (options.record ? recordTapes(options) : playTapes(options)),
});
