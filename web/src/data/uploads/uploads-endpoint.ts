import { pageConfig } from "../../lib/page-config.ts";

/** Where uploads in parts are begun; each has its address below it. */
export function uploadsEndpoint(): string {
  return `${pageConfig().platformUrl}/storage/v1/upload/resumable`;
}

/** Whether an address is of an upload at this platform: to no other does the session's token go. */
export function isOwnUpload(address: string): boolean {
  const endpoint = new URL(`${uploadsEndpoint()}/`);
  return URL.canParse(address) && new URL(address).href.startsWith(endpoint.href);
}
