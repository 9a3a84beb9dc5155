import type { WrittenKind } from "@sheaf/contract/states";
import { type FormEvent, useState } from "react";
import { useAnswerItem } from "../../../data/answers/answer-item.mutation.ts";
import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import { isDeclined } from "../../../data/items/answer.models.ts";
import { errorText } from "../../../lib/errors.ts";
import { useKeeping, useKeptForm } from "../../../lib/use-kept-form.ts";
import { useUnloadWarning } from "../../../lib/use-unload-warning.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { writtenKindForms } from "./kinds/kinds.ts";
import styles from "./written.module.css";

interface WrittenAnswerProps {
  item: ReceivedItem;
  kind: WrittenKind;
  isMain: boolean;
}

/** An item that asks for no files. What was entered survives refetches and failures until the answer is saved. */
export function WrittenAnswer({ item, kind, isMain }: WrittenAnswerProps) {
  const { Control, fit, problem: findProblem, kept: keptWords } = writtenKindForms[kind];
  const given = isDeclined(item.answer) ? "" : (item.answer?.text ?? "");
  const kept = useKeptForm(`answer to ${item.id}`, (content) =>
    typeof content === "string" ? content : undefined,
  );
  const [entered, setEntered] = useState(kept.found);
  const [problem, setProblem] = useState("");
  const answering = useAnswerItem();
  const toast = useToast();
  const text = fit(entered ?? given, item);
  useUnloadWarning(text !== given);
  // Sensitive text must not stay behind in a browser.
  useKeeping(text === given || item.isSensitive ? undefined : text, kept.keep);
  const failure = answering.error && errorText(answering.error);
  const error = problem || (failure && `${failure}${keptWords}`);

  const send = (event: FormEvent) => {
    event.preventDefault();
    const wrong = findProblem(text, item);
    setProblem(wrong);
    if (wrong !== "") return;
    void whenDone(answering.mutateAsync({ itemId: item.id, revision: item.revision, kind, text }), () => {
      setEntered(undefined);
      toast({ message: `Your answer to “${item.title}” was sent.`, tone: "success" });
    });
  };

  return (
    <form className={styles["form"]} onSubmit={send} noValidate>
      <Control
        item={item}
        label={`Your answer to ${item.title}`}
        value={text}
        error={error}
        onChange={(value) => {
          setEntered(value);
          setProblem("");
        }}
      />
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
