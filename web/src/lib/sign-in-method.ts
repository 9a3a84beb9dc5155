export type SignInMethod = "code" | "link";

const key = "sheaf:sign-in-method";

/** What worked last time in this browser; nobody's secret, so it stays after sign-out. */
export function lastMethod(): SignInMethod | undefined {
  const stored = read();
  return stored === "code" || stored === "link" ? stored : undefined;
}

export function rememberMethod(method: SignInMethod): void {
  try {
    localStorage.setItem(key, method);
  } catch {
    // A browser that keeps nothing only loses a hint.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
