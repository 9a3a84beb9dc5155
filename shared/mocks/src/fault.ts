import type { HttpHandler } from "msw/http";

/** Something a healthy platform does not do on request. It is bound to a platform's address by the mock server. */
export type Fault = (platformUrl: string) => HttpHandler;

/** Options of every fault. */
export interface FaultOptions {
  /** Only the first such request meets it, so that trying again succeeds. Default: all of them do. */
  once?: boolean;
}
