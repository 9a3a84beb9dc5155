/** Longest wait for one response, in milliseconds. */
const timeoutMs = 15_000;

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined if the body isn't JSON. */
  readonly json: unknown;
}

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Sends one request; redirects are returned, not followed.
 * @throws Error with the host and the reason, but nothing of the request, which may contain keys.
 */
export async function sendRequest(url: string, options: RequestOptions = {}): Promise<ReceivedResponse> {
  try {
    const response = await fetch(url, {
      ...options,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  } catch (error) {
    throw new Error(`${new URL(url).origin} did not respond (${reasonOf(error)})`, { cause: error });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return "unknown reason";
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.name;
}

/** A nested field of a JSON value of unknown shape. */
export function fieldOf(json: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === "object" && value !== null
        ? Object.entries(value).find(([key]) => key === name)?.[1]
        : undefined,
    json,
  );
}

/** The error code of a platform's response, or "". */
export function codeOf({ json }: ReceivedResponse): string {
  const code = fieldOf(json, "code");
  return typeof code === "string" ? code : "";
}
