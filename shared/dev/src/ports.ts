import { createServer } from "node:net";

/** @throws when something listens on the port already, naming the flag that chooses another. */
export async function assertPortFree(options: {
  port: number;
  purpose: string;
  flag: string;
}): Promise<void> {
  const busy = (await Promise.all([isBusy(options.port, "127.0.0.1"), isBusy(options.port, "::1")])).some(
    Boolean,
  );
  if (busy) {
    throw new Error(
      `Port ${options.port}, meant for ${options.purpose}, is in use. ` +
        `Stop what uses it, or choose another with ${options.flag}.`,
    );
  }
}

function isBusy(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    // Only EADDRINUSE means busy: a machine without IPv6 answers EADDRNOTAVAIL for ::1.
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "EADDRINUSE"));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(false)));
  });
}
