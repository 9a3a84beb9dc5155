import { createRoot } from "react-dom/client";
import { CaptchaDialog } from "../features/captcha/captcha-dialog.tsx";
import type { CaptchaQuestion } from "../lib/captcha/captcha-question.ts";

/**
 * Shows a CAPTCHA above the page that asks for it. In a separate root, because few sites have one, and the sign-in page
 * must stay small.
 *
 * @returns a function that removes it.
 */
export function showCaptcha(question: CaptchaQuestion): () => void {
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  root.render(<CaptchaDialog question={question} />);
  return () => {
    root.unmount();
    place.remove();
  };
}
