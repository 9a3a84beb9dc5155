import { invalidRequest } from "../storage.errors.ts";

/**
 * User metadata from a header: base64 of a JSON object.
 *
 * @throws InvalidRequest for a JSON array.
 */
export function userMetadataOf(header: string | undefined): unknown {
  const metadata = parseUserMetadata(Buffer.from(header ?? "", "base64").toString());
  if (Array.isArray(metadata)) throw invalidRequest("Invalid x-metadata header: must be an object");
  return metadata;
}

/** User metadata as JSON text. Other values are dropped without an error, as on the service. */
export function parseUserMetadata(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
