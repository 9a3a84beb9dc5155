/** Why an address cannot be had, by the system's word for it. */
const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "another process has the port",
  EACCES: "this user may not open the port",
  EADDRNOTAVAIL: "this machine does not have the address",
  ENOTFOUND: "there is no such host",
};

/** Turns a refusal to listen into a sentence that says what was tried, for whoever starts the process. */
export function explainListen(tried: {
  name: string;
  host: string;
  port: number;
}): (error: unknown) => never {
  const { name, host, port } = tried;
  return (error) => {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const reason = reasons[code];
    if (reason === undefined) throw error;
    throw new Error(`${name} cannot listen at ${host}:${port}: ${reason}.`, { cause: error });
  };
}
