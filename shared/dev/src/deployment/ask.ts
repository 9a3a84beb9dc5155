/** Longest wait for one answer, in milliseconds. */
const patienceMs = 15_000;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined for what is no JSON. */
  readonly json: unknown;
}

export interface Question {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * One question over the network; a redirect is an answer and is not followed.
 * @throws Error that names the host and the reason, and nothing of the question: keys travel in it.
 */
export async function ask(url: string, question: Question = {}): Promise<Answer> {
  try {
    const response = await fetch(url, {
      ...question,
      redirect: "manual",
      signal: AbortSignal.timeout(patienceMs),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  } catch (error) {
    throw new Error(`${new URL(url).origin} did not answer (${reasonOf(error)})`, { cause: error });
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

/** A field of a JSON object, of whatever shape it is. */
export function fieldOf(json: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === "object" && value !== null
        ? Object.entries(value).find(([key]) => key === name)?.[1]
        : undefined,
    json,
  );
}

/** What an error of the platform calls itself; "" for what names nothing. */
export function codeOf({ json }: Answer): string {
  const code = fieldOf(json, "code");
  return typeof code === "string" ? code : "";
}
