import type { Captcha } from "@sheaf/contract/sidecar";

/** A CAPTCHA to show until it is solved or cancelled. */
export interface CaptchaQuestion {
  captcha: Captcha;
  onSolved: (token: string) => void;
  onCancel: () => void;
}

/** Shows a CAPTCHA; resolves to a function that removes it. */
type Present = (question: CaptchaQuestion) => Promise<() => void>;

let present: Present | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Sets how the page shows CAPTCHAs. */
export function presentCaptchasWith(how: Present): void {
  present = how;
}

/**
 * Shows a CAPTCHA, after earlier ones, and resolves to its token, which can be used once.
 *
 * @throws Error if it was cancelled or can't be shown.
 */
export function solveCaptcha(captcha: Captcha): Promise<string> {
  const solved = last.then(() => ask(captcha));
  last = solved.catch(() => undefined);
  return solved;
}

async function ask(captcha: Captcha): Promise<string> {
  const show = present;
  if (!show) throw new Error("The page shows no CAPTCHAs.");
  const shown: { remove?: () => void } = {};
  try {
    return await new Promise<string>((resolve, reject) => {
      const onCancel = () => reject(new Error("The CAPTCHA was cancelled."));
      show({ captcha, onSolved: resolve, onCancel }).then(
        (remove) => Object.assign(shown, { remove }),
        reject,
      );
    });
  } finally {
    shown.remove?.();
  }
}
