import { HttpResponse, http } from "msw/http";
import { ws } from "msw/ws";

/**
 * Stops whatever no handler before these answers. They come last, and are handlers because the library's own
 * strictness lets addresses through that look like files (.pdf, .png, .json …), which is what this product's look like.
 *
 * @param note told of each, as its method and address.
 */
export function stopStrays(note: (asked: string) => void) {
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
