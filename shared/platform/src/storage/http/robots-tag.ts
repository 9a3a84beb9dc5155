import { invalidRobotsTag } from "../storage.errors.ts";

const rule =
  /^(?:[\w-]+:\s*)?(?:all|noindex|nofollow|none|nosnippet|indexifembedded|notranslate|noimageindex|max-snippet:\s*-?\d+|max-video-preview:\s*-?\d+|max-image-preview:\s*(?:none|standard|large)|unavailable_after:.+)$/i;

/** @throws if an `X-Robots-Tag` has a rule that search engines don't support. */
export function assertRobotsTag(value: string): void {
  // Dates contain commas, so only a comma before a rule or a robot's name is a separator.
  const rules = value.split(/,\s*(?=[a-z_-]+(?:\s*(?:,|:|$)))/i).map((text) => text.trim());
  const wrong = rules.find((text) => !rule.test(text));
  if (wrong !== undefined) throw invalidRobotsTag(`invalid rule "${wrong}"`);
}
