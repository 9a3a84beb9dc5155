import { datedTitle } from "@sheaf/contract/dated-title";
import { addressProblem, isAddress, storedAddress } from "@sheaf/contract/email-address";
import { limits } from "@sheaf/contract/limits";
import { pages } from "@sheaf/contract/pages";
import type { RequestDraft } from "@sheaf/contract/request-draft";
import { useState } from "react";
import { useSendTest } from "../../../data/requests/send-test.mutation.ts";
import { useWorkspaceDay } from "../../../data/workspaces/use-workspace-day.ts";
import { errorText } from "../../../lib/errors.ts";
import { Link } from "../../../lib/navigation.tsx";
import { useNow } from "../../../lib/now.ts";
import { Button, buttonClass } from "../../../ui/forms/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import styles from "./preview.module.css";

interface SendTestProps {
  workspaceId: string;
  /** The saved draft; undefined until it is first saved. */
  savedId: string | undefined;
  /** The draft so far; null if it can't be sent, which the form then shows. */
  onDraft: () => RequestDraft | null;
}

/** Sends what is written so far to an address of its author's, to try it as a recipient. */
export function SendTest({ workspaceId, savedId, onDraft }: SendTestProps) {
  const send = useSendTest();
  const now = useNow();
  const dayOf = useWorkspaceDay(workspaceId);
  const [typed, setTyped] = useState("");
  const [isWrong, setWrong] = useState(false);
  const email = storedAddress(typed);
  const submit = () => {
    setWrong(!isAddress(email));
    if (!isAddress(email) || send.isPending) return;
    const draft = onDraft();
    if (draft) send.mutate({ workspaceId, draft, email, savedId });
  };
  return (
    <details className={styles["test"]}>
      <summary>Send yourself a test</summary>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field
          label="Your other address"
          hint={`Sent to another address of yours, because members can’t answer their own requests. A test isn’t listed or counted, and is deleted after ${limits.daysInBin} days.`}
          error={isWrong && addressProblem(email)}
        >
          <TextInput
            type="email"
            autoComplete="off"
            placeholder="you@private.example"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setWrong(false);
            }}
          />
        </Field>
        <Button size="small" type="submit" busy={send.isPending}>
          Send test
        </Button>
        <div role="status">
          {send.isSuccess && (
            <Notice tone="accepted">
              <p>
                “Test: {datedTitle(send.variables.draft.title, dayOf(now))}” is on its way to{" "}
                {send.variables.email}.
              </p>
              <Link className={buttonClass({ size: "small" })} to={pages.request.href({ id: send.data })}>
                Open the test
              </Link>
            </Notice>
          )}
        </div>
        {send.error && (
          <Notice tone="returned" announce>
            {errorText(send.error)}
          </Notice>
        )}
      </form>
    </details>
  );
}
