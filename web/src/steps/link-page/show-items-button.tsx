import { useShowItems } from "../../data/links/show-items.mutation.ts";
import { errorSentences } from "../../lib/errors.ts";
import { whenDone } from "../../lib/when-done.ts";
import { Button } from "../../ui/forms/button.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";

interface ShowItemsButtonProps {
  requestId: string;
  showsItems: boolean;
}

/** Shows the titles of a request's items on its link page, or hides them again. */
export function ShowItemsButton({ requestId, showsItems }: ShowItemsButtonProps) {
  const show = useShowItems();
  const toast = useToast();
  const label = showsItems ? "Hide items" : "Show items";
  const change = () =>
    void whenDone(
      show.mutateAsync({ requestId, isShown: !showsItems }),
      () =>
        toast({
          message: showsItems ? "The link page hides the items" : "The link page shows the items",
          tone: "success",
        }),
      (error) => toast({ message: errorSentences(error).what }),
    );
  return (
    <Button
      size="small"
      variant="quiet"
      aria-label={`${label} on the link page`}
      busy={show.isPending}
      onClick={change}
    >
      {label}
    </Button>
  );
}
