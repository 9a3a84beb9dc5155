import { useMutation } from "@tanstack/react-query";
import { setPassword } from "./set-password.ts";

/** For pages with a query cache; the reset page has none and calls `setPassword` directly. */
export function useSetPassword() {
  return useMutation({ mutationFn: setPassword });
}
