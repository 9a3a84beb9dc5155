import { HttpResponse, http } from "msw/http";
import { passthrough } from "msw/utils/passthrough";
import type { Fault, FaultOptions } from "../fault.ts";

/** Nothing of the platform can be reached: the page sees a failed fetch, as it does without a connection. */
export function networkDown({ once = false }: FaultOptions = {}): Fault {
  return (platformUrl) => http.all(`${platformUrl}/*`, () => HttpResponse.error(), { once });
}

/** Whatever no other fault is meant for reaches the platform itself; for tests beside a running one. */
export function platformAnswers(): Fault {
  return (platformUrl) => http.all(`${platformUrl}/*`, () => passthrough());
}
