import { randomUUID } from "node:crypto";
import type { Query } from "../../database/database.ts";

export type PasskeyRow = {
  id: string;
  user_id: string;
  credential_id: Buffer;
  /** COSE. */
  public_key: Buffer;
  transports: string[];
  friendly_name: string;
  created_at: Date;
  last_used_at: Date | null;
};

/** Oldest first. */
export async function passkeysOf(query: Query, userId: string): Promise<PasskeyRow[]> {
  const { rows } = await query<PasskeyRow>(
    "select * from auth.webauthn_credentials where user_id = $1 order by created_at, id",
    [userId],
  );
  return rows;
}

export async function findPasskeyByCredential(
  query: Query,
  credentialId: Buffer,
): Promise<PasskeyRow | undefined> {
  const { rows } = await query<PasskeyRow>(
    "select * from auth.webauthn_credentials where credential_id = $1",
    [credentialId],
  );
  return rows[0];
}

export interface NewPasskey {
  userId: string;
  credentialId: Buffer;
  publicKey: Buffer;
  attestationType: string;
  aaguid: string;
  signCount: number;
  transports: readonly string[];
  backupEligible: boolean;
  backedUp: boolean;
  friendlyName: string;
  now: Date;
}

/** @returns undefined if any account already has the credential. */
export async function insertPasskey(query: Query, passkey: NewPasskey): Promise<PasskeyRow | undefined> {
  const { rows } = await query<PasskeyRow>(
    `insert into auth.webauthn_credentials (id, user_id, credential_id, public_key, attestation_type, aaguid, sign_count,
       transports, backup_eligible, backed_up, friendly_name, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
     on conflict (credential_id) do nothing returning *`,
    [
      randomUUID(),
      passkey.userId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.attestationType,
      passkey.aaguid,
      passkey.signCount,
      JSON.stringify(passkey.transports),
      passkey.backupEligible,
      passkey.backedUp,
      passkey.friendlyName,
      passkey.now,
    ],
  );
  return rows[0];
}

export async function recordUse(query: Query, id: string, signCount: number, now: Date): Promise<void> {
  await query(
    "update auth.webauthn_credentials set sign_count = $2, last_used_at = $3, updated_at = $3 where id = $1",
    [id, signCount, now],
  );
}

/** @returns undefined if the user has no such passkey. */
export async function renamePasskey(
  query: Query,
  passkey: { id: string; userId: string; name: string; now: Date },
): Promise<PasskeyRow | undefined> {
  const { rows } = await query<PasskeyRow>(
    `update auth.webauthn_credentials set friendly_name = $3, updated_at = $4 where id = $1 and user_id = $2
     returning *`,
    [passkey.id, passkey.userId, passkey.name, passkey.now],
  );
  return rows[0];
}

/** @returns false if the user has no such passkey. */
export async function deletePasskey(query: Query, id: string, userId: string): Promise<boolean> {
  const { rows } = await query(
    "delete from auth.webauthn_credentials where id = $1 and user_id = $2 returning id",
    [id, userId],
  );
  return rows.length > 0;
}
