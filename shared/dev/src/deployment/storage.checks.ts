import { codeOf } from "./ask.ts";
import type { Visitor } from "./platform.checks.ts";
import type { Check } from "./verdict.ts";

const bucket = "documents";
const push = "Apply the migrations: `supabase db push --remote`.";

/** What Storage lets somebody do who has the page's key and no account. */
export function storageChecks({ ask }: Visitor): Check[] {
  const code = async (path: string, type?: string): Promise<string> => {
    const question =
      type === undefined ? {} : { method: "POST", headers: { "content-type": type }, body: "x" };
    const answer = await ask(`/storage/v1/object/${path}`, question);
    return codeOf(answer) || String(answer.status);
  };

  return [
    {
      // Storage looks at the type before it looks at rights, so this is refused whoever asks.
      name: "the bucket is there, and takes no type that a browser would run",
      look: async () => {
        const answer = await code(`${bucket}/check-of-the-deployment`, "text/html");
        if (answer === "InvalidMimeType") return { ok: `${bucket} refuses a page` };
        if (answer === "NoSuchBucket") return { wrong: `there is no bucket ${bucket}`, todo: push };
        return {
          wrong: `a page is refused for another reason, or not at all (${answer})`,
          todo: `Storage, ${bucket}, Edit bucket: the allowed types are those of the migrations.`,
        };
      },
    },
    {
      name: "nobody without an account adds to it",
      look: async () => {
        const answer = await code(`${bucket}/check-of-the-deployment`, "application/pdf");
        if (answer === "AccessDenied") return { ok: "an upload is refused" };
        if (answer === "NoSuchBucket") return { wrong: `there is no bucket ${bucket}`, todo: push };
        return {
          wrong: `an upload is answered ${answer}`,
          todo: "A policy on storage.objects is not ours: Storage, Policies. Delete check-of-the-deployment, if it is there.",
        };
      },
    },
    {
      name: "the bucket is private",
      look: async () => {
        const answer = await code(`public/${bucket}/check-of-the-deployment`);
        return answer === "NoSuchBucket"
          ? { ok: "it hands nothing out without a session" }
          : {
              wrong: `its public addresses answer ${answer}`,
              todo: `Storage, ${bucket}, Edit bucket: switch Public off.`,
            };
      },
    },
  ];
}
