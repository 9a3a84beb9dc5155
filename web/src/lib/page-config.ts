import { captchaProviders, pageConfigNames, type Captcha } from "@sheaf/contract/sidecar";
import * as v from "valibot";

const CaptchaConfig = v.pipe(
  v.union([
    v.object({ provider: v.literal(""), siteKey: v.literal("") }),
    v.object({ provider: v.picklist(captchaProviders), siteKey: v.pipe(v.string(), v.nonEmpty()) }),
  ]),
  v.transform(({ provider, siteKey }): Captcha | null => (provider === "" ? null : { provider, siteKey })),
);

const PageConfig = v.object({
  /** Origin of the platform, without a trailing slash. */
  platformUrl: v.pipe(
    v.string(),
    v.url(),
    v.transform((url) => url.replace(/\/+$/, "")),
  ),
  publishableKey: v.pipe(v.string(), v.nonEmpty()),
  /** Bytes. */
  maxFileBytes: v.pipe(v.string(), v.digits(), v.transform(Number)),
  /** Null if Auth asks for none. */
  captcha: CaptchaConfig,
});

export type PageConfig = v.InferOutput<typeof PageConfig>;

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

export function readPageConfig(page: Document): PageConfig {
  const content = (name: string) =>
    page.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
  const result = v.safeParse(PageConfig, {
    platformUrl: content(pageConfigNames.platformUrl),
    publishableKey: content(pageConfigNames.publishableKey),
    maxFileBytes: content(pageConfigNames.maxFileBytes),
    captcha: {
      provider: content(pageConfigNames.captchaProvider),
      siteKey: content(pageConfigNames.captchaSiteKey),
    },
  });
  if (result.success) return result.output;
  const problems = result.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
  throw new Error(`The page is not configured. ${problems.join("; ")}`);
}
