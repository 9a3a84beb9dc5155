import type { Flow } from "./flow.ts";

/** Text of the list of everything that can be recorded, one line each, for programs without the descriptions. */
export function formatCatalog(flows: readonly Flow[]): string {
  const lines = flows.map(({ name, description }) => `  ${JSON.stringify({ name, description })}`);
  return `[\n${lines.join(",\n")}\n]\n`;
}
