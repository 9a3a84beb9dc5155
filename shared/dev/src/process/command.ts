import process from "node:process";

/** Runs a development command: `--help` prints its usage, and errors are printed without a stack. */
export async function runCommand<Options extends { help: boolean }>(command: {
  usage: string;
  read: (args: string[]) => Options;
  run: (options: Options) => Promise<void>;
}): Promise<void> {
  try {
    const options = command.read(process.argv.slice(2));
    if (options.help) console.log(command.usage);
    else await command.run(options);
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
