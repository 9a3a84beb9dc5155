import { createHash } from "node:crypto";
import { writeKeyList } from "@sheaf/contract/receipt/key-list";
import type { ReceiptKey } from "@sheaf/contract/receipt/receipt";
import type { Captcha, OperatorPage } from "@sheaf/contract/sidecar";

export interface PageConfig {
  platformUrl: string;
  publishableKey: string;
  maxFileBytes: number;
  captcha: Captcha | null;
  operatorUrls: Readonly<Record<OperatorPage, string | undefined>>;
  receiptKeys: readonly ReceiptKey[];
}

/**
 * Fills the page's configuration into its placeholders, once at start.
 * @throws Error when a placeholder is missing, because the page could not find its platform.
 */
export function fillPage(html: string, config: PageConfig): string {
  const values = {
    "%SUPABASE_URL%": config.platformUrl,
    "%SUPABASE_PUBLISHABLE_KEY%": config.publishableKey,
    "%MAX_FILE_BYTES%": String(config.maxFileBytes),
    "%CAPTCHA_PROVIDER%": config.captcha?.provider ?? "",
    "%CAPTCHA_SITE_KEY%": config.captcha?.siteKey ?? "",
    "%PRIVACY_URL%": config.operatorUrls.privacy ?? "",
    "%SECURITY_URL%": config.operatorUrls.security ?? "",
    "%SOURCE_URL%": config.operatorUrls.source ?? "",
    "%CONTACT_URL%": config.operatorUrls.contact ?? "",
    "%RECEIPT_PUBLIC_KEYS%": writeKeyList(config.receiptKeys),
  };
  return Object.entries(values).reduce((filled, [placeholder, value]) => {
    if (!filled.includes(placeholder)) throw new Error(`index.html lacks the placeholder ${placeholder}`);
    return filled.replaceAll(placeholder, () => escapeHtml(value));
  }, html);
}

/** Sources for `style-src` that allow the style elements of this page, and no other bytes. */
export function styleHashesOf(html: string): string[] {
  return [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(
    ([, style = ""]) => `'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  );
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
