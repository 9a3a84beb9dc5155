import { limits } from "@sheaf/contract/limits";
import { nameProblem } from "@sheaf/contract/names";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useAcceptInvitation } from "../../data/invitations/accept-invitation.mutation.ts";
import type { InvitationPreview } from "../../data/invitations/invitation.models.ts";
import { displayNameOptions } from "../../data/profile/my-profile.query.ts";
import { errorSentences, errorText } from "../../lib/errors.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import { Skeleton } from "../../ui/status/skeleton.tsx";
import styles from "./join.module.css";

interface AcceptFormProps {
  token: string;
  userId: string;
  invitation: InvitationPreview;
  onJoined: (workspaceId: string) => void;
}

/** For the invited person: one button, and a name field if they have no name yet. */
export function AcceptForm({ token, userId, invitation, onJoined }: AcceptFormProps) {
  const known = useQuery(displayNameOptions({ userId }));
  const accept = useAcceptInvitation();
  const [name, setName] = useState("");
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  if (known.isPending) return <Skeleton height="44px" radius="var(--radius-control)" />;
  if (known.data === undefined) {
    return (
      <ErrorState
        level={2}
        error={errorSentences(known.error)}
        onRetry={() => void known.refetch()}
        busy={known.isFetching}
      />
    );
  }
  const isNew = known.data === "";
  const problem = isNew ? nameProblem(name, "Enter your name.") : undefined;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem !== undefined) return field.current?.focus();
    if (accept.isPending) return;
    accept.mutate({ token, ...(isNew && { name: name.trim() }) }, { onSuccess: onJoined });
  };
  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      {isNew && (
        <Field label="Your name" error={tried ? problem : undefined}>
          <TextInput
            ref={field}
            name="name"
            autoComplete="name"
            autoFocus
            required
            maxLength={limits.nameLength}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      )}
      {accept.error && (
        <Notice tone="returned" announce>
          {errorText(accept.error)}
        </Notice>
      )}
      <Button type="submit" variant="primary" block busy={accept.isPending}>
        {invitation.state === "accepted"
          ? `Open ${invitation.workspaceName}`
          : `Join ${invitation.workspaceName}`}
      </Button>
    </form>
  );
}
