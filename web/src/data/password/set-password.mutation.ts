import { useMutation } from "@tanstack/react-query";
import { setPassword } from "./set-password.ts";

/** For pages with a cache; the page of a reset has none and calls `setPassword` itself. */
export function useSetPassword() {
  return useMutation({ mutationFn: setPassword });
}
