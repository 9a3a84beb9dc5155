interface Answer {
  data: unknown;
  error: { message: string } | null;
}

/** @throws Error where the platform refused what a flow needs before it begins. */
export function unwrap<A extends Answer>(answer: A): Extract<A, { error: null }>["data"] {
  if (answer.error) throw new Error(`The platform refused a step before the flow: ${answer.error.message}`);
  return answer.data;
}
