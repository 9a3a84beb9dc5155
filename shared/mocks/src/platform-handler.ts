import type { HttpHandler } from "msw/http";

/** Creates a request handler for the platform at a URL. The mock server supplies the URL. */
export type PlatformHandler = (platformUrl: string) => HttpHandler;

/** Options of every platform handler. */
export interface HandlerOptions {
  /** Handles only the first matching request, so that a retry succeeds. Default: false. */
  once?: boolean;
}
