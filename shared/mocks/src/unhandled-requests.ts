import { HttpResponse, http } from "msw/http";
import { ws } from "msw/ws";

/**
 * Handlers that reject every request that reaches them; they must come last. The library's own check for unhandled
 * requests is not used because it lets URLs through that look like files (.pdf, .png, .json …), which are common here.
 *
 * @param note called for each, with method and URL.
 */
export function rejectUnhandledRequests(note: (request: string) => void) {
  return [
    http.all("*", ({ request }) => {
      note(`${request.method} ${request.url}`);
      return HttpResponse.error();
    }),
    ws.link("*").addEventListener("connection", ({ client }) => {
      note(`SOCKET ${client.url.href}`);
      client.close(1011);
    }),
  ];
}
