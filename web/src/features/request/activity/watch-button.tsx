import { useQuery } from "@tanstack/react-query";
import { Bell, BellOff } from "lucide-react";
import { isWatchedOptions } from "../../../data/member-emails/is-watched.query.ts";
import { useWatchRequest } from "../../../data/member-emails/watch-request.mutation.ts";
import { errorText } from "../../../lib/errors.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";

/** Switches this member's emails about arrivals; their frequency is a personal setting. */
export function WatchButton({ requestId }: { requestId: string }) {
  const { data: isWatched } = useQuery(isWatchedOptions({ requestId }));
  const watch = useWatchRequest();
  const toast = useToast();
  if (isWatched === undefined) return null;
  const change = () =>
    watch.mutate(
      { requestId, isWatched: !isWatched },
      {
        onSuccess: () =>
          toast({
            message: isWatched
              ? "You no longer get email about what arrives here."
              : "You get email about what arrives here, as your settings say.",
          }),
        onError: (error) => toast({ message: errorText(error), tone: "problem" }),
      },
    );
  return (
    <Button
      size="small"
      variant="quiet"
      icon={isWatched ? <BellOff /> : <Bell />}
      busy={watch.isPending}
      onClick={change}
    >
      {isWatched ? "Stop watching" : "Watch"}
    </Button>
  );
}
