/** What the front door answered; the body parsed where it is JSON. */
export interface Answer {
  status: number;
  body: unknown;
  /** Where what was made is found, if the answer says so. */
  location?: string;
}

export interface Call {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as it is when bytes, else as JSON. */
  body?: unknown;
}

/** One request to the platform as a browser would make it: the public key, and the person's token if there is one. */
export async function knock(
  gate: { url: string; anonKey: string; token: string | undefined },
  path: string,
  { method = "GET", headers = {}, body }: Call = {},
): Promise<Answer> {
  const isBytes = body instanceof Uint8Array;
  const response = await fetch(gate.url + path, {
    method,
    headers: {
      apikey: gate.anonKey,
      ...(gate.token ? { authorization: `Bearer ${gate.token}` } : {}),
      ...(body === undefined || isBytes ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? null : isBytes ? Buffer.from(body) : JSON.stringify(body),
  });
  const text = await response.text();
  const location = response.headers.get("location");
  return { status: response.status, body: parsed(text), ...(location !== null && { location }) };
}

function parsed(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return text;
  }
}
