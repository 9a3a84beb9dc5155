import { randomUUID } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { target } from "./target.ts";

/** What may be sent: the type has no name of its own without the browser's library. */
type Body = NonNullable<RequestInit["body"]>;

interface RawRequest extends Omit<RequestInit, "headers"> {
  headers?: Record<string, string>;
  /** Whose key is shown: the service's unless said otherwise, null for none. */
  key?: string | null;
  duplex?: "half";
}

export interface BucketLimits {
  public?: boolean;
  fileSizeLimit?: number;
  allowedMimeTypes?: string[];
}

/** What a spec holds: a new private bucket of its own, with the service key's client and raw requests beside it. */
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
    /** A request to the storage service as the wire has it; `path` begins behind `/storage/v1`. */
    fetch: (path: string, init: RawRequest = {}) => {
      const { key = serviceKey, headers, ...rest } = init;
      const keys = key === null ? {} : { apikey: key, authorization: `Bearer ${key}` };
      return fetch(`${url}/storage/v1${path}`, { ...rest, headers: { ...keys, ...headers } });
    },
    /** Raw upload as the app does it. */
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

/** A refusal as clients read it: HTTP status beside the body, which carries a status of its own. */
export async function refusal(response: Response) {
  const body: unknown = await response.json();
  return { status: response.status, body };
}
