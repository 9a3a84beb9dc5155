import * as v from "valibot";
import type { ProviderKind } from "./provider.model.ts";

const Profile = v.object({
  id: v.number(),
  login: v.string(),
  name: v.nullish(v.string()),
  avatar_url: v.nullish(v.string()),
});

const Emails = v.array(v.object({ email: v.string(), verified: v.boolean(), primary: v.boolean() }));

/** @param url address of a GitHub Enterprise server; empty for github.com. */
export function github(url: string): ProviderKind {
  const web = url === "" ? "https://github.com" : url;
  const api = url === "" ? "https://api.github.com" : `${url}/api/v3`;
  return {
    authorizeUrl: `${web}/login/oauth/authorize`,
    tokenUrl: `${web}/login/oauth/access_token`,
    scopes: ["user:email"],
    async readProfile(read) {
      const person = v.parse(Profile, await read(`${api}/user`));
      // The profile's own address is the public one, verified or not; this list says which addresses are verified.
      const emails = v.parse(Emails, await read(`${api}/user/emails`));
      return {
        claims: {
          iss: api,
          sub: String(person.id),
          name: person.name ?? undefined,
          picture: person.avatar_url ?? undefined,
          preferred_username: person.login,
          user_name: person.login,
        },
        emails: emails.filter(({ email }) => email !== ""),
      };
    },
  };
}
