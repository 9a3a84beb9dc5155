import { captchaProviders, pageConfigNames, type Captcha } from "@sheaf/contract/sidecar";

export interface PageConfig {
  /** Origin of the platform, without a trailing slash. */
  platformUrl: string;
  publishableKey: string;
  maxFileBytes: number;
  /** Null if Auth asks for none. */
  captcha: Captcha | null;
}

let known: PageConfig | undefined;

/**
 * Reads the page's configuration from the `<meta>` elements that the server fills in.
 *
 * @throws Error naming every element that is missing or malformed.
 */
export function pageConfig(): PageConfig {
  known ??= readPageConfig(document);
  return known;
}

/** By hand: the server has checked these values, and a schema library would be a thirtieth of every page. */
export function readPageConfig(page: Document): PageConfig {
  const content = (name: keyof typeof pageConfigNames) =>
    page.querySelector<HTMLMetaElement>(`meta[name="${pageConfigNames[name]}"]`)?.content ?? "";
  const config = {
    platformUrl: content("platformUrl").replace(/\/+$/, ""),
    publishableKey: content("publishableKey"),
    maxFileBytes: /^\d+$/.test(content("maxFileBytes")) ? Number(content("maxFileBytes")) : undefined,
    captcha: captchaOf(content("captchaProvider"), content("captchaSiteKey")),
  };
  const problems = Object.entries({
    platformUrl: URL.canParse(config.platformUrl),
    publishableKey: config.publishableKey !== "",
    maxFileBytes: config.maxFileBytes !== undefined,
    captcha: config.captcha !== undefined,
  }).flatMap(([name, isValid]) => (isValid ? [] : [name]));
  const { maxFileBytes, captcha } = config;
  if (problems.length > 0 || maxFileBytes === undefined || captcha === undefined) {
    throw new Error(`The page is not configured: ${problems.join(", ")}.`);
  }
  return { ...config, maxFileBytes, captcha };
}

/** Undefined if one of the two is missing or unknown. */
function captchaOf(provider: string, siteKey: string): Captcha | null | undefined {
  if (provider === "" && siteKey === "") return null;
  const known = captchaProviders.find((name) => name === provider);
  return known === undefined || siteKey === "" ? undefined : { provider: known, siteKey };
}
