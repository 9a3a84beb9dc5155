import { clientErrors } from "@sheaf/contract/errors/client.errors";
import type { ErrorText } from "@sheaf/contract/errors/error-text";
import { sessionErrors } from "@sheaf/contract/errors/session.errors";

/** Failures that occur while nothing more can be loaded. */
let texts: Readonly<Record<string, ErrorText>> = { ...sessionErrors, ...clientErrors };
let loading: Promise<void> | undefined;

/**
 * Loads the texts of all errors. They weigh a tenth of a page that has nothing to report, so they come with the first
 * refusal, and otherwise after what the page shows first. Resolves even if loading fails; errors then have a general
 * text with their code.
 */
export function loadErrorTexts(): Promise<void> {
  loading ??= load();
  return loading;
}

async function load(): Promise<void> {
  try {
    texts = (await import("@sheaf/contract/errors/describe-error")).errorCatalogue;
  } catch {
    loading = undefined;
  }
}

/** Codes come from services and from URLs, so inherited names such as `toString` must not pass for codes. */
export const hasText = (code: string): boolean => Object.hasOwn(texts, code);

/** The text for a code; a general one for codes that are unknown or whose text hasn't loaded. */
export const textOf = (code: string): ErrorText =>
  (hasText(code) ? texts[code] : undefined) ?? clientErrors.unknown;
