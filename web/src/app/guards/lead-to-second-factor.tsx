import { useQuery } from "@tanstack/react-query";
import { myAccessOptions } from "../../data/access/my-access.query.ts";
import type { Identity } from "../../lib/auth/session.ts";
import { Navigate } from "../../lib/navigation.tsx";
import { setUpRequired } from "./set-up-required.ts";

interface LeadToSecondFactorProps {
  who: Identity;
  /** Path to return to afterwards. */
  next: string;
}

/** Beside a page that found nothing: a workspace that requires two-factor authentication may hide it from this session. */
export function LeadToSecondFactor({ who, next }: LeadToSecondFactorProps) {
  const { data } = useQuery(myAccessOptions(who));
  return data?.secondFactorRequired ? <Navigate replace {...setUpRequired(next)} /> : null;
}
