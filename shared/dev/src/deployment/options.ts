import { parseArgs } from "node:util";

export interface CheckOptions {
  /** Origin of the site. */
  site: string;
  help: boolean;
}

export const usage = `Usage: pnpm check:deployment <address of the site>
Looks at a deployment from outside, a line for each thing, and changes nothing. Ends with 1 when something is wrong.
What is in the environment is looked at as well, and never printed:
  SUPABASE_SECRET_KEY  whether the purge job's key works, and the bucket's size limit
  SUPABASE_URL         the only platform that this key is sent to
  DATABASE_URL         the project's database: migrations, rights, bucket, policies`;

/** @throws when there is no address, or it is none. */
export function readOptions(args: string[]): CheckOptions {
  const { values, positionals } = parseArgs({
    args: args.filter((arg) => arg !== "--"),
    options: { help: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  if (values.help) return { site: "", help: true };
  const [address, ...others] = positionals;
  const url = URL.parse(address ?? "");
  if (url === null || !/^https?:$/.test(url.protocol) || others.length > 0) {
    throw new Error(`One address is needed, such as https://sheaf.example\n\n${usage}`);
  }
  return { site: url.origin, help: false };
}
