import { type ProofAct, proofActs } from "@sheaf/contract/proof-acts";
import { asAdmin } from "./database.ts";
import { granted } from "./expectations.ts";
import type { Person } from "./people.ts";

/** Records a proof for an act of the person's session, by default with the same one; it must be minutes old at most. */
export async function prove(person: Person, act: ProofAct, by: Person = person): Promise<void> {
  granted(await by.rpc("record_proof", { act, acting_session: person.claims["session_id"] }));
}

/** Records proofs for all acts by SQL, for a test whose subject is not the proof. */
export async function proveAll({ userId, claims }: Person): Promise<void> {
  await asAdmin((query) =>
    query(
      `insert into private.proofs (user_id, act, session_id, until)
       select $1, act, $3, now() + interval '15 minutes' from unnest($2::text[]) as act
       on conflict on constraint proofs_pkey do update
       set session_id = excluded.session_id, until = excluded.until, used_in = null`,
      [userId, proofActs, claims["session_id"]],
    ),
  );
}
