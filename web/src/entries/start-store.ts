/** Starts the session store of a page that is usable without it. */
export async function startStore(): Promise<void> {
  try {
    (await import("../app/start-page-session.ts")).startPageSession();
  } catch {
    addEventListener("online", () => void startStore(), { once: true });
  }
}
