import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const page = `<meta name="sheaf:platform-url" content="%SUPABASE_URL%"><meta name="sheaf:publishable-key"
 content="%SUPABASE_PUBLISHABLE_KEY%"><meta name="sheaf:max-file-bytes" content="%MAX_FILE_BYTES%"><meta name="sheaf:captcha-provider" content="%CAPTCHA_PROVIDER%"><meta
 name="sheaf:captcha-site-key" content="%CAPTCHA_SITE_KEY%"><meta name="sheaf:privacy-url" content="%PRIVACY_URL%"><meta
 name="sheaf:security-url" content="%SECURITY_URL%"><meta name="sheaf:source-url" content="%SOURCE_URL%"><meta
 name="sheaf:contact-url" content="%CONTACT_URL%"><meta name="sheaf:receipt-keys" content="%RECEIPT_PUBLIC_KEYS%">`;

export interface WrittenSite {
  root: string;
  /** The application's page with its placeholders. */
  page: string;
  remove(): Promise<void>;
}

/** The minimal built application, in its own folder. */
export async function writeSite(): Promise<WrittenSite> {
  const root = await mkdtemp(join(tmpdir(), "sheaf-site-"));
  await mkdir(join(root, "assets"));
  await writeFile(join(root, "index.html"), page);
  await writeFile(join(root, "sign-in.html"), `${page}<form>Sign in</form>`);
  await writeFile(join(root, "sign-up.html"), `${page}<form>Sign up</form>`);
  await writeFile(join(root, "landing.html"), `${page}<style>h1{color:red}</style><h1>Landing</h1>`);
  await writeFile(join(root, "link.html"), `${page}<form>Link</form>`);
  await writeFile(join(root, "checklist.html"), `${page}<h1>Checklist</h1>`);
  await writeFile(join(root, "requests.html"), `${page}<h1>Requests</h1>`);
  return { root, page, remove: () => rm(root, { recursive: true }) };
}
