import process from "node:process";
import { parseArgs } from "node:util";

export interface CheckOptions {
  /** Origin of the site. */
  site: string;
  /** Auth's limit, undefined if it isn't named. */
  emailsPerHour: number | undefined;
  help: boolean;
}

export const usage = `Usage: pnpm check:deployment <URL of the site>
Checks a deployment from outside, one line per check, and changes nothing. Exits with 1 if something is wrong.
Checks more if these are in the environment; they are never printed:
  SUPABASE_SECRET_KEY  whether the worker's key works, and the bucket's size limit
  SUPABASE_URL         the only platform to which this key is sent
  DATABASE_URL         the project's database: migrations, rights, bucket, policies
  AUTH_EMAILS_PER_HOUR Auth's own limit: whether the emails of the last hour come near it`;

/** @throws when the URL is missing or malformed, or the limit is no number. */
export function readOptions(args: string[]): CheckOptions {
  const { values, positionals } = parseArgs({
    args: args.filter((arg) => arg !== "--"),
    options: { help: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  if (values.help) return { site: "", emailsPerHour: undefined, help: true };
  const [address, ...others] = positionals;
  const url = URL.parse(address ?? "");
  if (url === null || !/^https?:$/.test(url.protocol) || others.length > 0) {
    throw new Error(`Pass one URL, such as https://sheaf.example\n\n${usage}`);
  }
  return { site: url.origin, emailsPerHour: readLimit(process.env["AUTH_EMAILS_PER_HOUR"]), help: false };
}

function readLimit(text: string | undefined): number | undefined {
  if (text === undefined || text === "") return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error("AUTH_EMAILS_PER_HOUR must be a whole number above 0");
  return Number(text);
}
