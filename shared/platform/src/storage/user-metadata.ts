/** The same as a header carries it: base64 of JSON. */
export function userMetadataOf(header: string | undefined): unknown {
  return parseUserMetadata(Buffer.from(header ?? "", "base64").toString());
}

/** A sender's own notes on an object. What is not JSON is dropped without a word, as on the service. */
export function parseUserMetadata(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
