import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

/** Time a browser has to read the response while it is still sending, in milliseconds. */
const readingMs = 2_000;

const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers a request that Node could not parse; Node itself would send an empty page. The text is fixed because
 * nothing is known of the request. No cookies are removed: a long URL is enough to get here, so any site's link
 * could sign users out.
 */
export function rejectMalformedRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (socket.writableEnded) return;
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy(error);
  const status = statuses[error.code ?? ""] ?? 400;
  const body = status === 431 ? tooMuch : "";
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "Connection: close",
      "Cache-Control: no-store",
      "Content-Type: text/html; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
      "X-Content-Type-Options: nosniff",
      "Referrer-Policy: no-referrer",
      "",
      body,
    ].join("\r\n"),
  );
  // Closing immediately would reset the connection, and the browser would show its own error instead of this page.
  setTimeout(() => socket.destroy(), readingMs).unref();
}

const tooMuch = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Your browser sent too much · Sheaf</title>
  </head>
  <body>
    <main>
      <h1>Your browser sent too much</h1>
      <p>It has too many cookies for this site, or the address is too long.</p>
      <p>Clear this site's cookies in your browser settings, then sign in again. Nothing you sent was lost.</p>
    </main>
  </body>
</html>
`;
