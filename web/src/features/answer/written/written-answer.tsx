import type { WrittenKind } from "@sheaf/contract/states";
import { type FormEvent, useState } from "react";
import { useAnswerItem } from "../../../data/answers/answer-item.mutation.ts";
import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import { isRemaining } from "../../../data/inbox/remaining.models.ts";
import { isDeclined } from "../../../data/items/answer.models.ts";
import { errorText } from "../../../lib/errors.ts";
import { useKeeping, useKeptForm } from "../../../lib/use-kept-form.ts";
import { useUnloadWarning } from "../../../lib/use-unload-warning.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { GivenAnswer } from "./given-answer.tsx";
import { writtenKindForms } from "./kinds/kinds.ts";
import styles from "./written.module.css";

interface WrittenAnswerProps {
  item: ReceivedItem;
  kind: WrittenKind;
  isMain: boolean;
  /** Called when the recipient leaves a sent answer as it is. */
  onUnchanged: () => void;
}

/**
 * An item that asks for no files. What was entered survives refetches and failures until the answer is saved. A sent answer
 * stands in words, so that it can't be taken for one that still has to be sent.
 */
export function WrittenAnswer({ item, kind, isMain, onUnchanged }: WrittenAnswerProps) {
  const { Control, fit, problem: findProblem, kept: keptWords } = writtenKindForms[kind];
  const given = isDeclined(item.answer) ? "" : (item.answer?.text ?? "");
  const kept = useKeptForm(`answer to ${item.id}`, (content) =>
    typeof content === "string" ? content : undefined,
  );
  const [entered, setEntered] = useState(kept.found);
  const [isChanging, setChanging] = useState(false);
  const [problem, setProblem] = useState("");
  const answering = useAnswerItem();
  const toast = useToast();
  const text = fit(entered ?? given, item);
  useUnloadWarning(text !== given);
  // Sensitive text must not stay behind in a browser.
  useKeeping(text === given || item.isSensitive ? undefined : text, kept.keep);
  const failure = answering.error && errorText(answering.error);
  const error = problem || (failure && `${failure}${keptWords}`);
  const isSent = given !== "" && !isRemaining(item);

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = findProblem(text, item);
    setProblem(wrong);
    if (wrong !== "") {
      focusFirst(event.currentTarget);
      return;
    }
    void whenDone(answering.mutateAsync({ itemId: item.id, revision: item.revision, kind, text }), () => {
      setEntered(undefined);
      setChanging(false);
      toast({ message: `Your answer to “${item.title}” was sent.`, tone: "success" });
    });
  };

  if (isSent && entered === undefined && !isChanging) {
    return (
      <GivenAnswer
        item={item}
        action={
          <Button
            size="small"
            variant="quiet"
            aria-label={`Change answer to ${item.title}`}
            onClick={() => setChanging(true)}
          >
            Change
          </Button>
        }
      />
    );
  }
  const leave = () => {
    setEntered(undefined);
    setChanging(false);
    setProblem("");
    answering.reset();
    onUnchanged();
  };
  return (
    <form
      // The button that opened it is gone.
      ref={isChanging ? focusFirst : undefined}
      className={styles["form"]}
      onSubmit={send}
      noValidate
    >
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
      <div className={styles["buttons"]}>
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
        {isSent && !answering.isPending && (
          <Button size="small" variant="quiet" aria-label={`Keep answer to ${item.title}`} onClick={leave}>
            Keep it as it is
          </Button>
        )}
      </div>
    </form>
  );
}

function focusFirst(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>("input:checked, textarea") ?? form?.querySelector("input");
  field?.focus({ preventScroll: true });
}
