import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";

/**
 * Takes back one's own file, on its way or stored, while its item is not accepted.
 *
 * @throws AppError `item.locked`, `not_found` …
 */
export async function removeFile({ fileId }: { fileId: string }): Promise<void> {
  const { error } = await platformClient().rpc("remove_file", { file: fileId });
  if (error) throw toAppError(error);
}
