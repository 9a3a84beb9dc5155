import { persistSession } from "../lib/auth/persist-session.ts";
import { presentCaptchasWith } from "../lib/captcha/captcha-question.ts";
import { startSession } from "../lib/auth/start-session.ts";

/** Starts the session store; the query cache and the CAPTCHA's dialog load on first use. */
export function startPageSession(): void {
  presentCaptchasWith(async (question) => (await import("./show-captcha.tsx")).showCaptcha(question));
  startSession({
    retryFailed: () => void import("./query-client.ts").then((cache) => cache.retryAfterRefresh()),
    refetchAll: () => void import("./query-client.ts").then((cache) => cache.refetchEverything()),
    untilShown: async () => (await import("./query-client.ts")).untilShown(),
    persist: (state, latest) => void persistSession(state, { latest }),
  });
}
