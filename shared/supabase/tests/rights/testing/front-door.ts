/** A response of the platform; the body is parsed if it is JSON. */
export interface TestResponse {
  status: number;
  body: unknown;
  /** The `Location` header, if there is one. */
  location?: string;
}

export interface Call {
  method?: string;
  headers?: Record<string, string>;
  /** Bytes are sent unchanged, anything else as JSON. */
  body?: unknown;
}

/** Sends a request as a browser does: with the publishable key and the user's token, if there is one. */
export async function knock(
  gate: { url: string; anonKey: string; token: string | undefined },
  path: string,
  { method = "GET", headers = {}, body }: Call = {},
): Promise<TestResponse> {
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
