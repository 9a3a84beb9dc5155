import process from "node:process";

const width = 30;

/** Reports a recording's progress: a bar on a terminal, one line per tape elsewhere. */
export function startProgress(
  total: number,
  secondsPerTape: number,
): { done: (name: string) => void; end: () => void } {
  const { stdout } = process;
  let count = 0;
  stdout.write(`Recording ${counted(total, "state")}, about ${duration(total * secondsPerTape)}\n`);
  return {
    done: (name) => {
      count += 1;
      const of = `${count} of ${total}`;
      const filled = Math.round((count / total) * width);
      const bar = "█".repeat(filled) + "░".repeat(width - filled);
      stdout.write(stdout.isTTY ? `\r\u001B[K${bar}  ${of}  ${name}` : `${of}  ${name}\n`);
    },
    end: () => {
      if (stdout.isTTY) stdout.write("\n");
    },
  };
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

const duration = (seconds: number) =>
  seconds < 50 ? `${Math.ceil(seconds / 10) * 10} seconds` : counted(Math.ceil(seconds / 60), "minute");
