import { type CodeFacts } from "@sheaf/email/auth/code.email";
import { type CodeKind, codeTexts } from "@sheaf/email/auth/texts";
import * as v from "valibot";
import { tokenHashPattern } from "../../session/parameters.ts";
import { ownRedirect } from "./own-redirect.ts";

const kinds = Object.keys(codeTexts) as CodeKind[];

const Address = v.pipe(v.string(), v.maxLength(320), v.regex(/^[^\s@]+@[^\s@]+$/));
const Code = v.pipe(v.string(), v.regex(/^\d{6,10}$/));
const Hash = v.pipe(v.string(), v.regex(tokenHashPattern));
/** Auth leaves out what is empty, or sends it empty. */
const orNone = <Schema extends v.GenericSchema<string>>(schema: Schema) =>
  v.optional(v.union([schema, v.literal("")]), "");

/** Common to all emails. `site_url` is left out: it is the address of Auth. */
const emailData = { redirect_to: v.optional(v.string(), "") };

const Proof = v.object({ ...emailData, token: Code, token_hash: Hash });

/** The purpose alone, for emails that the worker doesn't write. */
export const HookPurpose = v.object({ email_data: v.object({ email_action_type: v.string() }) });

const HookEvent = v.variant("email_action_type", [
  v.object({
    ...Proof.entries,
    email_action_type: v.picklist(["signup", "magiclink", "recovery", "invite"]),
  }),
  v.object({ ...emailData, email_action_type: v.literal("reauthentication"), token: Code }),
  v.object({
    ...Proof.entries,
    email_action_type: v.literal("email_change"),
    /** Empty if only the new address confirms. */
    token_new: orNone(Code),
    token_hash_new: orNone(Hash),
  }),
]);

export const HookRequest = v.pipe(
  v.object({
    user: v.object({ email: Address, new_email: orNone(Address) }),
    email_data: HookEvent,
  }),
  v.check(({ user, email_data: data }) => data.email_action_type !== "email_change" || user.new_email !== ""),
);
export type HookRequest = v.InferOutput<typeof HookRequest>;

/** True for an email that the worker writes in Auth's place. */
export const isKnownPurpose = (purpose: string): purpose is CodeKind =>
  kinds.some((known) => known === purpose);

/** An email with a code, before it is known whether it names a workspace. */
export interface CodeEmail {
  kind: CodeKind;
  address: string;
  facts: CodeFacts;
  /** Of the request's link that the person came by, in emails that may name its workspace. */
  token: string | undefined;
}

/** The emails that one call of the hook asks for; two if both addresses of a change confirm. */
export function codeEmails({ user, email_data: data }: HookRequest, siteUrl: string): CodeEmail[] {
  const { url, token } = ownRedirect(data.redirect_to, siteUrl);
  const email = (address: string, code: string, hash: string): CodeEmail => ({
    kind: data.email_action_type,
    address,
    facts: {
      groups: [code.slice(0, 4), code.slice(4)],
      siteUrl,
      tokenHash: hash,
      redirectTo: encodeURIComponent(url),
      email: user.email,
      newEmail: user.new_email,
    },
    token: isSignIn(data.email_action_type) ? token : undefined,
  });
  switch (data.email_action_type) {
    case "email_change":
      if (data.token_new === "") return [email(user.new_email, data.token, data.token_hash)];
      // Auth has them crossed: the code of the new address is `token_new`, and its hash is `token_hash`.
      return [
        email(user.new_email, data.token_new, data.token_hash),
        email(user.email, data.token, data.token_hash_new),
      ];
    case "reauthentication":
      return [email(user.email, data.token, "")];
    case "signup":
    case "magiclink":
    case "recovery":
    case "invite":
    default:
      return [email(user.email, data.token, data.token_hash)];
  }
}

const isSignIn = (kind: CodeKind): boolean => kind === "signup" || kind === "magiclink";
