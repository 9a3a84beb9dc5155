import { useMutation } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { fetchAuthUser } from "../auth-user/auth-user.query.ts";
import { deleteFactor } from "./remove-factor.mutation.ts";

export interface NewFactor {
  id: string;
  /** SVG markup of the QR code. */
  qr: string;
  /** Secret for manual entry, in base32. */
  key: string;
  /** `otpauth://`: opens an authenticator app of this device with the secret. */
  uri: string;
}

async function enrolFactor({ name }: { name: string }): Promise<NewFactor> {
  const { data, error } = await platformClient().auth.mfa.enroll({
    factorType: "totp",
    friendlyName: name,
    issuer: "Sheaf",
  });
  if (error) throw toAppError(error);
  const { qr_code: qr, secret: key, uri } = data.totp;
  return { id: data.id, qr: qr.replace(/^data:[^,]*,/, ""), key, uri };
}

/** An unfinished enrolment would reserve its name for a day. */
async function clearAbandoned(): Promise<void> {
  const { abandonedFactorIds } = await fetchAuthUser();
  for (const factorId of abandonedFactorIds) await deleteFactor({ factorId });
}

/** Enrols a second factor; it becomes active once its first code is verified. */
export function useEnrolFactor() {
  return useMutation({
    mutationFn: async (options: { name: string }) => {
      await clearAbandoned();
      return enrolFactor(options);
    },
  });
}
