import { pages } from "@sheaf/contract/pages";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { InvitationPreview } from "../../data/invitations/invitation.models.ts";
import { invitationPreviewOptions } from "../../data/invitations/invitation-preview.query.ts";
import { identityOf, useSession } from "../../lib/auth/session.ts";
import { errorSentences } from "../../lib/errors.ts";
import { Link } from "../../lib/navigation.tsx";
import { buttonClass } from "../../ui/forms/button.tsx";
import { NarrowPage } from "../../ui/layout/narrow-page.tsx";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { Skeleton } from "../../ui/status/skeleton.tsx";
import { LiveRegion } from "../../ui/theme/visually-hidden.tsx";
import { AcceptForm } from "./accept-form.tsx";
import { Inviter } from "./inviter.tsx";
import styles from "./join.module.css";
import { WrongAccount } from "./wrong-account.tsx";

interface JoinScreenProps {
  token: string;
  /** Sign-in form for the invited address, for signed-out visitors. */
  renderSignIn: (email: string) => ReactNode;
  onJoined: (workspaceId: string) => void;
  onSignOut: () => Promise<void>;
}

/** Page behind the link of an invitation: who invites, then the sign-in with the invited address, then one button. */
export function JoinScreen({ token, renderSignIn, onJoined, onSignOut }: JoinScreenProps) {
  const session = useSession();
  const preview = useQuery(invitationPreviewOptions({ token }));
  if (preview.isPending || session.status === "unknown") return <JoinSkeleton />;
  if (!preview.data) {
    if (!preview.isError) return <NotValid />;
    return (
      <ErrorState
        level={1}
        error={errorSentences(preview.error)}
        onRetry={() => void preview.refetch()}
        busy={preview.isFetching}
      />
    );
  }
  if (preview.data.state === "expired") return <Expired invitation={preview.data} />;

  const { workspaceName, email } = preview.data;
  const person = identityOf(session);
  return (
    <NarrowPage>
      <PageTitle>{`Join ${workspaceName}`}</PageTitle>
      <meta name="referrer" content="no-referrer" />
      <Inviter invitation={preview.data} />
      <h1>Join {workspaceName}</h1>
      {person === undefined ? (
        <>
          <p className={styles["text"]}>First, confirm that this is your address. We’ll email you a code.</p>
          {renderSignIn(email)}
        </>
      ) : person.email.toLowerCase() === email ? (
        <AcceptForm token={token} userId={person.userId} invitation={preview.data} onJoined={onJoined} />
      ) : (
        <WrongAccount invited={email} signedIn={person.email} onSignOut={onSignOut} />
      )}
    </NarrowPage>
  );
}

/** Wrong and cancelled links read alike. */
function NotValid() {
  return (
    <NarrowPage>
      <PageTitle>This invitation doesn’t work</PageTitle>
      <h1>This invitation doesn’t work</h1>
      <p className={styles["text"]}>
        It may have been cancelled, or the link was cut off. Check that you copied the whole link, or ask for
        a new invitation.
      </p>
      <Link className={buttonClass()} to={pages.landing.href()}>
        Go to the start page
      </Link>
    </NarrowPage>
  );
}

function Expired({ invitation }: { invitation: InvitationPreview }) {
  return (
    <NarrowPage>
      <PageTitle>This invitation has expired</PageTitle>
      <h1>This invitation has expired</h1>
      <p className={styles["text"]}>
        Ask {inviterText(invitation)} to send you a new one to join {invitation.workspaceName}.
      </p>
    </NarrowPage>
  );
}

/** "Nora Okafor (nora@okafor.example)", or the address alone if the inviter has no name. */
function inviterText({ inviterName, inviterEmail }: InvitationPreview): string {
  return inviterName === inviterEmail ? inviterEmail : `${inviterName} (${inviterEmail})`;
}

function JoinSkeleton() {
  return (
    <NarrowPage>
      <meta name="referrer" content="no-referrer" />
      <LiveRegion message="Loading" />
      <div className={styles["inviter"]} aria-busy>
        <Skeleton width="36px" height="36px" radius="10px" />
        <Skeleton width="200px" height="20px" />
      </div>
      <Skeleton width="60%" height="31px" />
    </NarrowPage>
  );
}
