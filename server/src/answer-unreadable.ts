import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

/** How long a browser may take to read the answer while it still sends, in milliseconds. */
const readingMs = 2_000;

const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers a request that could not be read at all, where Node's own answer is an empty page. Fixed text: nothing of
 * the request is known. It removes no cookies either: a long address alone leads here, so any site's link could
 * sign people out that way.
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
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
  // Closing at once would reset the connection, and the browser show its own error instead of the page.
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
      <p>It keeps more cookies for this site than we can read, or the address is too long.</p>
      <p>Clear the cookies of this site in your browser's settings, then sign in again. Nothing that you have sent is lost.</p>
    </main>
  </body>
</html>
`;
