import { ArrivedFiles } from "../files/arrived-files.tsx";
import { GivenAnswer } from "../written/given-answer.tsx";
import { ItemAnswerForm } from "./item-answer-form.tsx";
import { ItemExamples } from "./item-examples.tsx";
import type { ItemProps } from "./item-props.ts";

interface ItemContentProps extends ItemProps {
  isMain: boolean;
  /** The recipient is saying why there is no answer. */
  isDeclining: boolean;
  onDeclineClosed: () => void;
}

/** An item's files and answer, with the form to change them. A pause hides the form with everything typed into it. */
export function ItemContent(props: ItemContentProps) {
  return (
    <>
      <ItemExamples item={props.item} workspaceName={props.request.workspaceName} />
      {props.isPaused && <ReadOnlyContent {...props} />}
      <div hidden={props.isPaused}>
        <ItemAnswerForm {...props} />
      </div>
    </>
  );
}

/** An item's files and answer. */
export function ReadOnlyContent({ item, request }: Pick<ItemProps, "item" | "request">) {
  return (
    <>
      <ArrivedFiles item={item} request={request} isLocked />
      <GivenAnswer item={item} />
    </>
  );
}
