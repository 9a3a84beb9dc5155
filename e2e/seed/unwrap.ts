interface Result {
  data: unknown;
  error: { message: string } | null;
}

/** Returns the data of a platform response. Throws if the platform rejected the call. */
export function unwrap<R extends Result>(result: R): Extract<R, { error: null }>["data"] {
  if (result.error) throw new Error(`The platform rejected a setup call: ${result.error.message}`);
  return result.data;
}
