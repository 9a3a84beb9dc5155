import { type ChildProcess, fork } from "node:child_process";
import { on, once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Contact } from "../../seed/contact.ts";
import type { FromPlatform, PlatformAddresses, ToPlatform } from "../platform/platform-messages.ts";

const program = fileURLToPath(new URL("../platform/platform.process.ts", import.meta.url));

export interface ResettablePlatform extends PlatformAddresses {
  /** Removes all data; accounts included. */
  reset: () => Promise<void>;
  /** Moves the last activity of all requests into the past, seven hours apart, keeping their order. */
  spreadActivity: () => Promise<void>;
  /** Moves every sign-in and every authenticator code an hour into the past. Tokens say so after their next refresh. */
  ageSignIns: () => Promise<void>;
  /** Raises the daily quotas and the caps on emails beyond what a recording needs. */
  liftQuotas: () => Promise<void>;
  /** Makes a user with an account a member of every workspace. */
  addMember: (contact: Contact) => Promise<void>;
  /** Moves the moment by which emails are due. */
  setEmailClock: (at: Date) => Promise<void>;
  stop: () => Promise<void>;
}

interface PlatformProcessOptions {
  port: number;
  siteUrl: string;
  /** Folder with `config.toml`, `templates` and `migrations`. Default: the product's own. */
  settings?: string;
  /** Folder that keeps data and files. Default: none, in memory. */
  directory?: string;
}

/** Starts the local platform in a child process. */
export async function startPlatform(options: PlatformProcessOptions): Promise<ResettablePlatform> {
  const { port, siteUrl, settings = "", directory = "" } = options;
  const child = fork(program, [String(port), siteUrl, settings, directory]);
  const ready = await nextMessage(child);
  if (ready.is !== "ready") throw new Error(`Expected the platform to be ready, got "${ready.is}".`);
  const run = async (command: ToPlatform) => {
    const answer = nextMessage(child);
    child.send(command);
    const message = await answer;
    if (message.is === "failed") throw new Error(`The platform failed to ${command.is}: ${message.reason}`);
  };
  return {
    url: ready.url,
    mailboxUrl: ready.mailboxUrl,
    anonKey: ready.anonKey,
    smtpUrl: ready.smtpUrl,
    reset: () => run({ is: "reset" }),
    spreadActivity: () => run({ is: "spread-activity" }),
    ageSignIns: () => run({ is: "age-sign-ins" }),
    liftQuotas: () => run({ is: "lift-quotas" }),
    addMember: ({ email, name }) => run({ is: "add-member", email, name }),
    setEmailClock: (at) => run({ is: "set-email-clock", at: at.toISOString() }),
    stop: async () => {
      const exited = once(child, "exit");
      child.disconnect();
      await exited;
    },
  };
}

/** @throws Error when the platform exits instead. */
async function nextMessage(child: ChildProcess): Promise<FromPlatform> {
  for await (const [message] of on(child, "message", { close: ["exit"] })) return message as FromPlatform;
  throw new Error("The platform exited unexpectedly.");
}
