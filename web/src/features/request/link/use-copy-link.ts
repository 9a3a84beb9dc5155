import { useQuery } from "@tanstack/react-query";
import { requestLinkOptions } from "../../../data/requests/request-link.query.ts";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { linkUrl } from "./link.models.ts";

/** The request's link, and how to copy it. `onRefused` is for a browser that doesn't let the page write its clipboard. */
export function useCopyLink(requestId: string, onRefused: () => void) {
  const link = useQuery(requestLinkOptions({ id: requestId }));
  const toast = useToast();
  const token = link.data;
  const copy = async () => {
    if (!token) return;
    try {
      await navigator.clipboard.writeText(linkUrl(token, location.origin));
      toast({ message: "Link copied", tone: "success" });
    } catch {
      onRefused();
    }
  };
  return { link, token, copy };
}
