import { unwrap } from "../../seed/unwrap.ts";
import { stack } from "../../stack.ts";
import { binary, type SentRequest } from "../product.ts";

/** The address and headers of one upload. */
export interface ObjectUpload {
  /** Bytes. */
  size: number;
  url: string;
  /** For one request with all bytes. */
  headers: Readonly<Record<string, string>>;
  resumable: {
    url: string;
    headers: Readonly<Record<string, string>>;
    /** `Upload-Metadata`. */
    metadata: string;
  };
}

/** Begins an upload to the request's first item. */
export async function beginUpload(
  platformUrl: string,
  { recipient, items }: SentRequest,
  { name, size }: { name: string; size: number },
): Promise<ObjectUpload> {
  const begun = { item: items[0]?.id ?? "", name, size, mime: binary };
  const [started] = unwrap(await recipient.client.rpc("begin_upload", begun));
  const key = started?.object_key ?? "";
  const { access_token: token } = await recipient.session();
  const authorized = { authorization: `Bearer ${token}`, apikey: stack.publishableKey };
  const encoded = (text: string) => Buffer.from(text).toString("base64");
  return {
    size,
    url: `${platformUrl}/storage/v1/object/documents/${key}`,
    headers: { ...authorized, "content-type": binary },
    resumable: {
      url: `${platformUrl}/storage/v1/upload/resumable`,
      headers: { ...authorized, "tus-resumable": "1.0.0" },
      metadata: Object.entries({ bucketName: "documents", objectName: key, contentType: binary })
        .map(([field, value]) => `${field} ${encoded(value)}`)
        .join(","),
    },
  };
}
