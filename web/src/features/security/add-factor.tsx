import { useState } from "react";
import { longestFactorName } from "../../data/auth-user/auth-user.models.ts";
import { type NewFactor, useEnrolFactor } from "../../data/factors/enrol-factor.mutation.ts";
import { InPlace } from "../../steps/confirm-identity/in-place.tsx";
import { useProven } from "../../steps/confirm-identity/use-proven.ts";
import { NamePanel } from "./name-panel.tsx";
import { ProveFactor } from "./prove-factor.tsx";

interface AddFactorProps {
  suggestedName: string;
  onCancel: () => void;
  onAdded: (name: string) => void;
}

export function AddFactor({ suggestedName, onCancel, onAdded }: AddFactorProps) {
  const [begun, setBegun] = useState<NewFactor & { name: string }>();
  const enrol = useProven("factors", useEnrolFactor());

  if (begun) return <ProveFactor factor={begun} onCancel={onCancel} onProven={() => onAdded(begun.name)} />;
  return (
    <InPlace question={enrol.question}>
      <NamePanel
        title="Name the app"
        hint="Helps you tell your apps apart, for example by the name of the phone."
        suggested={suggestedName}
        maxLength={longestFactorName}
        action="Continue"
        cancel="Cancel"
        busy={enrol.isPending}
        error={enrol.error}
        onSubmit={(name) => enrol.mutate({ name }, { onSuccess: (factor) => setBegun({ ...factor, name }) })}
        onCancel={onCancel}
      />
    </InPlace>
  );
}
