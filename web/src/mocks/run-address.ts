/** Run that the address of a QA build asks for. */
export interface RequestedRun {
  tape: string;
  scenario: string | null;
  /** Run that the address was copied from; the address belongs to it while it lasts. */
  id?: string | undefined;
}

const names = { tape: "qa", scenario: "scenario", id: "run" };

/** @returns undefined for an address without a tape. */
export function requestedRun({ search }: Pick<Location, "search">): RequestedRun | undefined {
  const query = new URLSearchParams(search);
  const tape = query.get(names.tape);
  if (tape === null) return undefined;
  return { tape, scenario: query.get(names.scenario), id: query.get(names.id) ?? undefined };
}

/** Sets the run in an address, replacing any other. */
export function withRun(
  url: URL,
  { tape, scenario, id }: { tape: string; scenario?: string | null | undefined; id?: string | undefined },
): string {
  const address = new URL(url);
  const values: Record<string, string | null | undefined> = {
    [names.tape]: tape,
    [names.scenario]: scenario,
    [names.id]: id,
  };
  for (const [name, value] of Object.entries(values)) {
    address.searchParams.delete(name);
    if (value) address.searchParams.set(name, value);
  }
  return address.href;
}
