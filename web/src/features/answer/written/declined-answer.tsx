import { useAnswerItem } from "../../../data/answers/answer-item.mutation.ts";
import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import { errorText } from "../../../lib/errors.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import { GivenAnswer } from "./given-answer.tsx";

/** Says why there is no answer, which can be undone until it is accepted. */
export function DeclinedAnswer({ item }: { item: ReceivedItem }) {
  const answering = useAnswerItem();
  const undo = () => answering.mutate({ itemId: item.id, revision: item.revision, kind: "none", text: "" });
  return (
    <>
      <GivenAnswer
        item={item}
        action={
          <Button size="small" variant="quiet" busy={answering.isPending} onClick={undo}>
            Undo
          </Button>
        }
      />
      {answering.error && (
        <Notice tone="returned" announce>
          {errorText(answering.error)}
        </Notice>
      )}
    </>
  );
}
