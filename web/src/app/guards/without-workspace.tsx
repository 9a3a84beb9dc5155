import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { myAccessOptions } from "../../data/access/my-access.query.ts";
import type { Identity } from "../../lib/auth/session.ts";
import { errorSentences } from "../../lib/errors.ts";
import { Navigate, useLocation } from "../../lib/navigation.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { usePageSkeleton } from "../layouts/page-skeletons.ts";
import { setUpRequired } from "./set-up-required.ts";

interface WithoutWorkspaceProps {
  who: Identity;
  /** Path to return to after the second factor. */
  next: string;
  /** For users from whom no workspace is hidden. */
  otherwise: ReactNode;
}

/** A workspace that requires two-factor authentication is hidden from its members until they pass it. */
export function WithoutWorkspace({ who, next, otherwise }: WithoutWorkspaceProps) {
  const access = useQuery(myAccessOptions(who));
  const skeleton = usePageSkeleton(useLocation().pathname);
  if (access.data) {
    return access.data.secondFactorRequired ? <Navigate replace {...setUpRequired(next)} /> : otherwise;
  }
  if (!access.isError) return skeleton;
  return (
    <ErrorState
      level={1}
      error={errorSentences(access.error)}
      onRetry={() => void access.refetch()}
      busy={access.isFetching}
    />
  );
}
