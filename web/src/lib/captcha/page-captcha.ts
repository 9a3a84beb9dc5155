import { pageConfig } from "../page-config.ts";
import { solveCaptcha } from "./captcha-question.ts";

/** Undefined if Auth asks for no CAPTCHA. */
export function captchaSolver(): (() => Promise<string>) | undefined {
  const { captcha } = pageConfig();
  return captcha ? () => solveCaptcha(captcha) : undefined;
}
