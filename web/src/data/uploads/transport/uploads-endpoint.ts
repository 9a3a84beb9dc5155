import { pageConfig } from "../../../lib/page-config.ts";

/** Endpoint of resumable uploads; each upload has its URL below it. */
export function uploadsEndpoint(): string {
  return `${pageConfig().platformUrl}/storage/v1/upload/resumable`;
}

/** True for an upload URL of this platform. The access token must go nowhere else. */
export function isOwnUpload(address: string): boolean {
  const endpoint = new URL(`${uploadsEndpoint()}/`);
  return URL.canParse(address) && new URL(address).href.startsWith(endpoint.href);
}
