import { limits } from "@sheaf/contract/limits";
import { type FormEvent, useState } from "react";
import { useAnswerItem } from "../../data/answers/answer-item.mutation.ts";
import type { ReceivedItem } from "../../data/inbox/received-request.models.ts";
import { errorText } from "../../lib/errors.ts";
import { useUnloadWarning } from "../../lib/use-unload-warning.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { TextArea } from "../../ui/forms/text-area.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import styles from "./text-answer.module.css";

interface TextAnswerProps {
  item: ReceivedItem;
  isMain: boolean;
}

/** A text item. Typed text survives refetches and failures until the answer is saved. */
export function TextAnswer({ item, isMain }: TextAnswerProps) {
  const given = item.answer?.kind === "text" ? item.answer.text : "";
  const [typed, setTyped] = useState<string>();
  const [missing, setMissing] = useState(false);
  const answering = useAnswerItem();
  const toast = useToast();
  const text = typed ?? given;
  useUnloadWarning(text !== given);
  const error = missing
    ? "Enter an answer."
    : answering.error && `${errorText(answering.error)} Your text is still here.`;

  const send = (event: FormEvent) => {
    event.preventDefault();
    setMissing(text.trim() === "");
    if (text.trim() === "") return;
    answering.mutate(
      { itemId: item.id, revision: item.revision, kind: "text", text },
      {
        onSuccess: () => {
          setTyped(undefined);
          toast({ message: `Your answer to “${item.title}” was sent.`, tone: "success" });
        },
      },
    );
  };

  return (
    <form className={styles["form"]} onSubmit={send} noValidate>
      <Field label={`Your answer to ${item.title}`} labelHidden error={error}>
        <TextArea
          value={text}
          rows={2}
          maxLength={limits.answerLength}
          placeholder="Write your answer"
          onChange={(event) => {
            setTyped(event.target.value);
            setMissing(false);
          }}
        />
      </Field>
      {(given === "" || text !== given) && (
        <Button
          type="submit"
          size="small"
          variant={isMain ? "primary" : "default"}
          busy={answering.isPending}
          aria-label={`Send answer to ${item.title}`}
        >
          Send answer
        </Button>
      )}
    </form>
  );
}
