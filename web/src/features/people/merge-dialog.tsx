import { limits } from "@sheaf/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useId, useState } from "react";
import { useMergePeople, useSeparateAddress } from "../../data/people/merge-people.mutation.ts";
import { peopleSearchOptions } from "../../data/people/people-search.query.ts";
import { errorSentences, errorText } from "../../lib/errors.ts";
import { whenDone } from "../../lib/when-done.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import { AddressText } from "../../ui/layout/address-text.tsx";
import { Dialog, focusOnOpen } from "../../ui/overlays/dialog.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import styles from "./people.module.css";

/** Matches that the dialog lists. */
const maxShown = 6;

interface Merged {
  id: string;
  label: string;
  email: string;
}

interface MergeDialogProps {
  person: Merged;
  workspaceId: string;
  onClose: () => void;
  /** @param mainId whose page shows both. */
  onMerged: (mainId: string) => void;
}

/** Finds the same person under another address, and shows both as one. */
export function MergeDialog({ person, workspaceId, onClose, onMerged }: MergeDialogProps) {
  const [typed, setTyped] = useState("");
  const [other, setOther] = useState<Merged>();
  const [mainId, setMainId] = useState(person.id);
  const search = useDeferredValue(typed.trim());
  const found = useQuery({
    ...peopleSearchOptions({ workspaceId, search }),
    enabled: search !== "",
  });
  const merge = useMergePeople();
  const separate = useSeparateAddress();
  const toast = useToast();
  const groups = useId();
  const matches =
    search === "" ? [] : (found.data?.rows ?? []).filter(({ id }) => id !== person.id).slice(0, maxShown);

  const submit = () => {
    if (!other) return;
    const otherId = mainId === person.id ? other.id : person.id;
    void whenDone(merge.mutateAsync({ personId: mainId, otherId }), () => {
      toast({
        message: `${person.label} and ${other.label} are shown as one person`,
        tone: "success",
        action: {
          label: "Undo",
          onSelect: () =>
            void whenDone(
              separate.mutateAsync({ personId: otherId }),
              () => undefined,
              (error) => toast({ message: errorSentences(error).what }),
            ),
        },
      });
      onMerged(mainId);
    });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={`Merge ${person.label} with someone`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!other} busy={merge.isPending} onClick={submit}>
            Merge
          </Button>
        </>
      }
    >
      <div className={styles["form"]}>
        <p>
          For one person with several addresses. Their requests stay as they are, and you can separate the
          addresses again.
        </p>
        <Field label="Find the other address">
          <TextInput
            ref={focusOnOpen}
            type="search"
            autoComplete="off"
            maxLength={limits.searchLength}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setOther(undefined);
              setMainId(person.id);
            }}
          />
        </Field>
        <p role="status" className={styles["hint"]}>
          {search !== "" && found.data && matches.length === 0 && "Nobody else matches."}
        </p>
        {matches.length > 0 && (
          <fieldset className={styles["choice"]}>
            <legend>Same person as</legend>
            {matches.map((match) => (
              <label key={match.id}>
                <input
                  type="radio"
                  name={`${groups}-other`}
                  checked={other?.id === match.id}
                  onChange={() => {
                    setOther(match);
                    setMainId(person.id);
                  }}
                />
                <span>
                  <b translate="no">{match.label}</b>
                  {match.name !== "" && <AddressText text={match.email} />}
                </span>
              </label>
            ))}
          </fieldset>
        )}
        {other && (
          <fieldset className={styles["choice"]}>
            <legend>Main address</legend>
            {[person, other].map((each) => (
              <label key={each.id}>
                <input
                  type="radio"
                  name={`${groups}-main`}
                  checked={mainId === each.id}
                  onChange={() => setMainId(each.id)}
                />
                <span>
                  <AddressText text={each.email} />
                </span>
              </label>
            ))}
          </fieldset>
        )}
        {(merge.error ?? found.error) && (
          <Notice tone="returned" announce>
            {errorText(merge.error ?? found.error)}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
