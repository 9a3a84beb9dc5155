/**
 * Does something once a mutation has ended, even if the component that began it is gone by then: a row may vanish with the
 * data that the mutation reads again, and TanStack Query forgets the callbacks of `mutate` with it.
 *
 * @param failed by default the component shows the failure from the mutation.
 */
export async function whenDone<Data>(
  mutation: Promise<Data>,
  done: (data: Data) => void,
  failed?: (error: unknown) => void,
): Promise<void> {
  let data: Data;
  try {
    data = await mutation;
  } catch (error) {
    failed?.(error);
    return;
  }
  done(data);
}
