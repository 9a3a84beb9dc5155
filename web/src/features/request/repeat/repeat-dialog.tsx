import { datedTitle, titlePattern } from "@sheaf/contract/dated-title";
import { limits } from "@sheaf/contract/limits";
import { pages } from "@sheaf/contract/pages";
import type { RepeatPeriod } from "@sheaf/contract/states";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { type Repeat, repeatOptions } from "../../../data/repeats/repeat.query.ts";
import { useSetRepeat } from "../../../data/repeats/set-repeat.mutation.ts";
import type { Request } from "../../../data/requests/request.models.ts";
import { useWorkspaceDay } from "../../../data/workspaces/use-workspace-day.ts";
import { errorSentences, errorText } from "../../../lib/errors.ts";
import { Link } from "../../../lib/navigation.tsx";
import { whenDone } from "../../../lib/when-done.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import { Skeleton } from "../../../ui/status/skeleton.tsx";
import styles from "./repeat.module.css";
import { dueText, firstDay, periodLabels, recipientNames } from "./repeat.models.ts";

interface RepeatDialogProps {
  request: Request;
  now: Date;
  onClose: () => void;
}

/** The period and the first day of a repeat. */
export function RepeatDialog(props: RepeatDialogProps) {
  const found = useQuery(repeatOptions({ requestId: props.request.id }));
  const following = found.data?.followingId ?? null;
  if (found.data !== undefined && following === null) return <RepeatForm {...props} repeat={found.data} />;
  return (
    <Dialog open onClose={props.onClose} size="small" title="Repeat this request">
      {following !== null && (
        <p>
          This was sent again. You can change how it repeats in{" "}
          <Link to={pages.request.href({ id: following })}>the newest one</Link>.
        </p>
      )}
      {found.isPending && <Skeleton width="100%" height="160px" />}
      {found.isError && following === null && (
        <ErrorState
          error={errorSentences(found.error)}
          onRetry={() => void found.refetch()}
          busy={found.isFetching}
        />
      )}
    </Dialog>
  );
}

function RepeatForm({ request, now, onClose, repeat }: RepeatDialogProps & { repeat: Repeat | null }) {
  const formId = useId();
  const set = useSetRepeat();
  const toast = useToast();
  const dayOf = useWorkspaceDay(request.workspace.id);
  const today = dayOf(now);
  const sentOn = dayOf(new Date(request.sentAt ?? now));
  const proposed = (period: RepeatPeriod) => firstDay(period, sentOn, today);
  const [every, setEvery] = useState<RepeatPeriod>(repeat?.every ?? "month");
  const [chosen, setChosen] = useState(repeat && repeat.nextOn > today ? repeat.nextOn : null);
  const [typed, setTyped] = useState<string>();
  // The empty title of a repeat was chosen: it is the one of the newest request.
  const title = typed ?? (repeat ? repeat.title || request.title : titlePattern(request.title, sentOn));
  const [isEmpty, setEmpty] = useState(false);
  const firstOn = chosen ?? proposed(every);
  const dated = datedTitle(title, firstOn || today);

  const save = (next: Parameters<typeof set.mutate>[0]["repeat"]) =>
    void whenDone(set.mutateAsync({ requestId: request.id, repeat: next }), () => {
      toast({ message: next ? "This request repeats" : "This request doesn’t repeat", tone: "success" });
      onClose();
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEmpty(firstOn === "");
    // Without dates it is the title that the request has by then.
    if (firstOn !== "")
      save({ every, firstOn, title: title === dated && title === request.title ? "" : title });
  };
  const choosePeriod = (period: string) => {
    const next = (Object.keys(periodLabels) as RepeatPeriod[]).find((known) => known === period);
    if (!next) return;
    setEvery(next);
    setChosen(null);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title="Repeat this request"
      footer={
        <>
          {repeat ? (
            <Button className={styles["stop"]} onClick={() => save(null)} busy={set.isPending}>
              Stop repeating
            </Button>
          ) : (
            <Button onClick={onClose}>Cancel</Button>
          )}
          <Button variant="primary" type="submit" form={formId} busy={set.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles["form"]} onSubmit={submit}>
        <p>
          At 8:00 on the day you choose, we email {recipientNames(request)} the same request in your name,
          with all items to answer again. {dueText(request)} You get an email the day before and can skip it.
        </p>
        <Field label="How often">
          <Select value={every} onChange={(event) => choosePeriod(event.target.value)}>
            {Object.entries(periodLabels).map(([period, label]) => (
              <option key={period} value={period}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Next on" error={isEmpty && "Choose a day."}>
          <TextInput type="date" value={firstOn} onChange={(event) => setChosen(event.target.value)} />
        </Field>
        <Field
          label="Title of the next one"
          hint={
            title === dated
              ? "{month}, {year}, {last month} and {last year} are filled in on the day it’s sent."
              : `Sent on that day, it’s “${dated}”.`
          }
        >
          <TextInput
            value={title}
            maxLength={limits.titleLength}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        {set.error && (
          <Notice tone="returned" announce>
            {errorText(set.error)}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}
