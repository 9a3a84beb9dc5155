import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { emailIsStoppedOptions } from "../../data/member-emails/email-is-stopped.query.ts";
import { useStopAllEmail } from "../../data/member-emails/stop-all-email.mutation.ts";
import { errorSentences, errorText } from "../../lib/errors.ts";
import { Button } from "../../ui/forms/button.tsx";
import { SectionCard } from "../../ui/layout/section-card.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import { Skeleton } from "../../ui/status/skeleton.tsx";

interface StopAllCardProps {
  userId: string;
  /** Proven address of the signed-in user. */
  email: string;
}

/** All email from Sheaf, from every workspace. Emails lead here, and only after signing in: they can be forwarded. */
export function StopAllCard({ userId, email }: StopAllCardProps) {
  const isStopped = useQuery(emailIsStoppedOptions({ userId }));
  const stop = useStopAllEmail();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const close = () => {
    stop.reset();
    setAsking(false);
  };
  const change = (stopped: boolean) =>
    stop.mutate(
      { isStopped: stopped },
      {
        onSuccess: () => {
          toast({ message: stopped ? "All email is stopped." : "Email is on again.", tone: "success" });
          close();
        },
      },
    );

  return (
    <SectionCard
      title="All email from Sheaf"
      text={`Invitations, reminders and notices from every workspace, to ${email}. Sign-in codes and notices about your account’s security always arrive.`}
      busy={isStopped.isPending}
      footer={
        isStopped.data === undefined ? null : isStopped.data ? (
          <Button variant="primary" busy={stop.isPending} onClick={() => change(false)}>
            Turn email on again
          </Button>
        ) : (
          <Button onClick={() => setAsking(true)}>Stop all email</Button>
        )
      }
    >
      {isStopped.isPending && <Skeleton height="40px" radius="var(--radius-control)" />}
      {isStopped.isError && isStopped.data === undefined && (
        <ErrorState
          level={3}
          error={errorSentences(isStopped.error)}
          onRetry={() => void isStopped.refetch()}
          busy={isStopped.isFetching}
        />
      )}
      {isStopped.data && (
        <Notice tone="waiting">
          We don’t email this address, because you asked us to stop or because it refused an email.
        </Notice>
      )}
      {stop.error && !asking && (
        <Notice tone="returned" announce>
          {errorText(stop.error)}
        </Notice>
      )}
      <ConfirmDialog
        open={asking}
        onClose={close}
        title="Stop all email?"
        cancelLabel="Keep it"
        confirmLabel="Stop all email"
        busy={stop.isPending}
        failure={stop.error && errorSentences(stop.error)}
        onConfirm={() => change(true)}
      >
        Nobody can reach you through Sheaf any more: people who ask you for documents have to share their
        links with you themselves. You can turn email on again here.
      </ConfirmDialog>
    </SectionCard>
  );
}
