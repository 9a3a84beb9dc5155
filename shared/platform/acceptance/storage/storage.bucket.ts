import { randomUUID } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { target } from "../target.ts";

/** Request body type, which has no global name without the DOM library. */
type Body = NonNullable<RequestInit["body"]>;

interface RawRequest extends Omit<RequestInit, "headers"> {
  headers?: Record<string, string>;
  /** API key of the request: the service's by default, null for none. */
  key?: string | null;
  duplex?: "half";
}

export interface BucketLimits {
  public?: boolean;
  fileSizeLimit?: number;
  allowedMimeTypes?: string[];
}

/** Creates a private bucket for a spec, with a client that has the service key, and raw requests. */
export type TestBucket = Awaited<ReturnType<typeof newBucket>>;

const clientOptions = { auth: { persistSession: false, autoRefreshToken: false } };

export async function newBucket(limits: BucketLimits = {}) {
  const { url, anonKey, serviceKey } = target();
  const id = `accept-${randomUUID()}`;
  const service = createClient(url, serviceKey, clientOptions);
  const { error } = await service.storage.createBucket(id, { public: false, ...limits });
  if (error !== null) throw error;

  return {
    id,
    service: service.storage.from(id),
    anon: createClient(url, anonKey, clientOptions).storage.from(id),
    /** Sends a raw request to the storage service; `path` is relative to `/storage/v1`. */
    fetch: (path: string, init: RawRequest = {}) => {
      const { key = serviceKey, headers, ...rest } = init;
      const keys = key === null ? {} : { apikey: key, authorization: `Bearer ${key}` };
      return fetch(`${url}/storage/v1${path}`, { ...rest, headers: { ...keys, ...headers } });
    },
    /** Uploads a raw body, as the app does. */
    upload(key: string, body: Body, headers: Record<string, string> = {}) {
      return this.fetch(`/object/${id}/${key}`, {
        method: "POST",
        headers: { "content-type": "text/plain", "x-upsert": "false", ...headers },
        body,
        duplex: "half",
      });
    },
  };
}

/** The expected `Cache-Control`, where the service itself sends `own`; null for none. */
export function expectedCacheControl(own: string | null): string | null {
  return target().storageCacheControl ?? own;
}

/** An error as clients read it: the HTTP status and the body, which contains another status. */
export async function refusal(response: Response) {
  const body: unknown = await response.json();
  return { status: response.status, body };
}
