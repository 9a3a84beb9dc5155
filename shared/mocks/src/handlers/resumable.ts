import { HttpResponse, http } from "msw/http";
import { crossOrigin, jsonResponse } from "../json-response.ts";
import type { PlatformHandler } from "../platform-handler.ts";

interface Begun {
  /** Decoded `Upload-Metadata`. */
  metadata: Record<string, string>;
  /** Bytes. */
  length: number;
  content: Blob;
}

interface Seen {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** Offset and size of a chunk in bytes. */
  part?: [offset: number, size: number];
}

interface Refusal {
  method: string;
  /** HTTP status. */
  status: number;
  /** Text for errors of the protocol; JSON for errors of the token check in front of it. */
  body?: string | object;
}

/**
 * Storage's resumable uploads at protocol level: stores what arrives and rejects a chunk with the wrong offset. Its
 * `Location` names an internal host, as a service behind a gateway may do.
 */
export function resumableStorage() {
  const seen: Seen[] = [];
  const uploads = new Map<string, Begun>();
  const refusals: Refusal[] = [];
  let cut: number | undefined;

  async function respond(request: Request): Promise<Response> {
    const body = await request.blob();
    seen.push(seenOf(request, body));
    const index = refusals.findIndex(({ method }) => method === request.method);
    const [refusal] = index < 0 ? [] : refusals.splice(index, 1);
    if (refusal) return refusing(refusal);
    if (request.method === "POST") return begin(request);
    const name = nameIn(request);
    const upload = uploads.get(name);
    if (!upload) return plain(404, "The file for this url was not found");
    if (request.method === "DELETE") uploads.delete(name);
    return request.method === "PATCH" ? append(upload, request, body) : known(upload);
  }

  function begin({ headers }: Request): Response {
    const name = `upload-${uploads.size + 1}`;
    const metadata = readMetadata(headers.get("upload-metadata") ?? "");
    uploads.set(name, { metadata, length: Number(headers.get("upload-length")), content: new Blob([]) });
    return plain(201, null, { location: `http://storage.internal:5000/upload/resumable/${name}` });
  }

  function append(upload: Begun, { headers }: Request, part: Blob): Response {
    if (Number(headers.get("upload-offset")) !== upload.content.size)
      return plain(409, "Upload-Offset conflict");
    const stored = part.slice(0, cut);
    upload.content = new Blob([upload.content, stored]);
    if (cut === undefined) return known(upload, 204);
    cut = undefined;
    return HttpResponse.error();
  }

  // The gateway answers preflights.
  const handler: PlatformHandler = (url) =>
    http.all(`${url}/storage/v1/upload/*`, ({ request }) =>
      request.method === "OPTIONS" ? undefined : respond(request),
    );

  return {
    handler,
    seen,
    uploads,
    methods: () => seen.map(({ method }) => method),
    parts: () => seen.flatMap(({ part }) => (part ? [part] : [])),
    /** Cuts the connection during the next chunk, after so many bytes were stored. */
    cutAfter: (bytes: number) => {
      cut = bytes;
    },
    /** Fails the next request with this method. */
    refuse: (refusal: Refusal) => void refusals.push(refusal),
  };
}

const nameIn = ({ url }: Request) => new URL(url).pathname.split("/").at(-1) ?? "";

function seenOf({ method, url, headers }: Request, body: Blob): Seen {
  const offset = headers.get("upload-offset");
  return {
    method,
    url,
    headers: Object.fromEntries(headers),
    ...(offset !== null && { part: [Number(offset), body.size] }),
  };
}

function known({ content, length }: Begun, status = 200): Response {
  return plain(status, null, { "upload-offset": String(content.size), "upload-length": String(length) });
}

function refusing({ status, body = "refused" }: Refusal): Response {
  return typeof body === "string" ? plain(status, body) : jsonResponse(body, { status });
}

function plain(status: number, body: string | null, headers: Record<string, string> = {}): Response {
  return new HttpResponse(body, {
    status,
    headers: { ...crossOrigin, "tus-resumable": "1.0.0", ...headers },
  });
}

function readMetadata(header: string): Record<string, string> {
  const decode = (value: string) =>
    new TextDecoder().decode(Uint8Array.from(atob(value), (character) => character.charCodeAt(0)));
  return Object.fromEntries(
    header.split(",").map((pair) => {
      const [name = "", value = ""] = pair.split(" ");
      return [name, decode(value)];
    }),
  );
}
