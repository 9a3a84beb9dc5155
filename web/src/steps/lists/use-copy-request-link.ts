import { pages } from "@sheaf/contract/pages";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { requestLinkOptions } from "../../data/requests/request-link.query.ts";
import { errorText } from "../../lib/errors.ts";
import { useToast } from "../../ui/overlays/toast.tsx";

/** Copies the link of a request that isn't on the page. */
export function useCopyRequestLink() {
  const cache = useQueryClient();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const read = async (requestId: string): Promise<string | null> => {
    try {
      return await cache.fetchQuery(requestLinkOptions({ id: requestId }));
    } catch (error) {
      toast({ message: errorText(error) });
      return null;
    }
  };
  const copy = async (requestId: string): Promise<void> => {
    setBusy(true);
    const token = await read(requestId);
    setBusy(false);
    if (token === null) return;
    try {
      await navigator.clipboard.writeText(location.origin + pages.link.href({ token }));
      toast({ message: "Link copied", tone: "success" });
    } catch {
      toast({ message: "Your browser didn’t allow copying. Open the request to see its link." });
    }
  };
  return { isBusy, copy };
}
