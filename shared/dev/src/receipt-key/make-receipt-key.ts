import { runCommand } from "../process/command.ts";
import { newReceiptKey } from "./new-receipt-key.ts";

const usage = `Makes a key that signs receipts, and prints its two settings.

  pnpm receipt-key <id>

  <id>   names the key in receipts, such as 2026-11: letters, digits, dots and hyphens

Give the first to the worker alone. Put the second before the keys that RECEIPT_PUBLIC_KEYS has already: receipts that they
signed are checked with them for ever.
`;

await runCommand({
  usage,
  read: (args) => ({ help: args.includes("--help") || args.length !== 1, id: args[0] ?? "" }),
  run: async ({ id }) => {
    const { signing, verifying } = newReceiptKey(id);
    console.log(`RECEIPT_SIGNING_KEY=${signing}\nRECEIPT_PUBLIC_KEYS=${verifying}`);
  },
});
