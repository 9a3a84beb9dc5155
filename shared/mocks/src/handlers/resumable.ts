import { HttpResponse, http } from "msw/http";
import { answer, crossOrigin } from "../answer.ts";
import type { Fault } from "../fault.ts";

interface Begun {
  /** As the upload was announced, decoded. */
  metadata: Record<string, string>;
  /** Bytes. */
  length: number;
  content: Blob;
}

interface Seen {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** At which byte a part begins, and how many it has. */
  part?: [offset: number, size: number];
}

interface Refusal {
  method: string;
  /** HTTP status. */
  status: number;
  /** Plain text is the protocol's; an object comes from what checks the token before it. */
  body?: string | object;
}

/**
 * The file service's resumable half, as far as the protocol goes: keeps what arrives, and refuses a part that does not
 * begin where the last one ended. It believes itself to be on another host, as one behind a gateway may.
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
    return request.method === "PATCH" ? take(upload, request, body) : known(upload);
  }

  function begin({ headers }: Request): Response {
    const name = `upload-${uploads.size + 1}`;
    const metadata = readMetadata(headers.get("upload-metadata") ?? "");
    uploads.set(name, { metadata, length: Number(headers.get("upload-length")), content: new Blob([]) });
    return plain(201, null, { location: `http://storage.internal:5000/upload/resumable/${name}` });
  }

  function take(upload: Begun, { headers }: Request, part: Blob): Response {
    if (Number(headers.get("upload-offset")) !== upload.content.size)
      return plain(409, "Upload-Offset conflict");
    const taken = part.slice(0, cut);
    upload.content = new Blob([upload.content, taken]);
    if (cut === undefined) return known(upload, 204);
    cut = undefined;
    return HttpResponse.error();
  }

  // A browser's question whether it may ask is the gateway's to answer.
  const fault: Fault = (url) =>
    http.all(`${url}/storage/v1/upload/*`, ({ request }) =>
      request.method === "OPTIONS" ? undefined : respond(request),
    );

  return {
    fault,
    seen,
    uploads,
    methods: () => seen.map(({ method }) => method),
    parts: () => seen.flatMap(({ part }) => (part ? [part] : [])),
    /** The next part is cut off after so many bytes, which arrive. */
    cutAfter: (bytes: number) => {
      cut = bytes;
    },
    /** The next request of this method is refused. */
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
  return typeof body === "string" ? plain(status, body) : answer(body, { status });
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
