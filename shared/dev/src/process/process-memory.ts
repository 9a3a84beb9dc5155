import { readFile } from "node:fs/promises";

/** In bytes. */
export interface ProcessMemory {
  now: number;
  /** Peak memory. */
  peak: number;
}

/** Memory of a running process; unknown outside Linux. */
export async function memoryOf(pid: number | undefined): Promise<ProcessMemory | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const bytes = (name: string) => {
    const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  };
  const [now, peak] = [bytes("VmRSS"), bytes("VmHWM")];
  return now === undefined || peak === undefined ? undefined : { now, peak };
}
