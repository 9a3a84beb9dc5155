import { limits } from "@sheaf/contract/limits";
import { nameProblem } from "@sheaf/contract/names";
import { pages } from "@sheaf/contract/pages";
import { type FormEvent, useRef, useState } from "react";
import { useCreateWorkspace } from "../../data/workspaces/create-workspace.mutation.ts";
import { errorSentences } from "../../lib/errors.ts";
import { Link } from "../../lib/navigation.tsx";
import { Button } from "../../ui/forms/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { NarrowPage } from "../../ui/layout/narrow-page.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import styles from "./welcome.module.css";

interface WelcomeProps {
  email: string;
  /** False for users who have a workspace, and therefore a name. */
  isFirst: boolean;
  /** They were removed from their last workspace, or someone else deleted it. */
  wasMember: boolean;
  onDone: (workspaceId: string) => void;
  onSignOut: () => void;
}

export function Welcome({ email, isFirst, wasMember, onDone, onSignOut }: WelcomeProps) {
  const [displayName, setDisplayName] = useState("");
  const [name, setName] = useState("");
  const [tried, setTried] = useState(false);
  const displayNameField = useRef<HTMLInputElement>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const create = useCreateWorkspace();
  const displayNameProblem = isFirst ? nameProblem(displayName, "Enter your name.") : undefined;
  const workspaceNameProblem = nameProblem(name, "Enter a workspace name.");

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (create.isPending) return;
    if (displayNameProblem !== undefined) return displayNameField.current?.focus();
    if (workspaceNameProblem !== undefined) return nameField.current?.focus();
    create.mutate(
      { name: name.trim(), ...(isFirst && { displayName: displayName.trim() }) },
      { onSuccess: onDone },
    );
  };
  const failed = create.error && errorSentences(create.error);

  return (
    <NarrowPage>
      <h1>{isFirst ? "Set up your workspace" : "New workspace"}</h1>
      <p className={styles["lead"]}>
        {isFirst
          ? "Recipients see your name and the workspace’s, so they know who is asking for their documents."
          : "It has its own requests, members and settings."}
      </p>
      {wasMember && (
        <Notice tone="waiting">
          You’re no longer a member of your workspace. Someone removed you from it, or deleted it. If you
          didn’t expect that, ask the person who ran it.
        </Notice>
      )}
      <form onSubmit={submit} noValidate className={styles["form"]}>
        {isFirst && (
          <Field label="Your name" error={tried ? displayNameProblem : undefined}>
            <TextInput
              ref={displayNameField}
              name="name"
              autoComplete="name"
              autoFocus
              required
              maxLength={limits.nameLength}
              value={displayName}
              onChange={(event) => setDisplayName(event.target.value)}
            />
          </Field>
        )}
        <Field
          label="Workspace name"
          hint="Your company, your team, or your own name."
          error={tried ? workspaceNameProblem : undefined}
        >
          <TextInput
            ref={nameField}
            name="organization"
            autoComplete="organization"
            autoFocus={!isFirst}
            required
            maxLength={limits.nameLength}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        {failed && (
          <Notice tone="returned" announce>
            {failed.what} {failed.next}
          </Notice>
        )}
        <Button type="submit" variant="primary" block busy={create.isPending}>
          Create workspace
        </Button>
      </form>
      {isFirst ? (
        <>
          <p className={styles["who"]}>
            <span>Signed in as {email}.</span>
            <button type="button" onClick={onSignOut}>
              Sign out
            </button>
          </p>
          <p className={styles["who"]}>
            <span>Did someone ask you for documents?</span>
            <Link to={pages.inbox.href()}>Needed from you</Link>
          </p>
        </>
      ) : (
        <p className={styles["who"]}>
          <Link to={pages.requests.href()}>Back to your requests</Link>
        </p>
      )}
    </NarrowPage>
  );
}
