/** Where the end-to-end run finds the product: ports of its own, so that `pnpm dev` may run beside it. */
export const stack = {
  siteUrl: "http://localhost:4300",
  platformUrl: "http://127.0.0.1:54421",
  mailUrl: "http://127.0.0.1:54424",
} as const;
