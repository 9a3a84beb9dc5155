import { codeOf } from "./send-request.ts";
import type { Visitor } from "./platform.checks.ts";
import type { Check } from "./verdict.ts";

const bucket = "documents";
const push = "Apply the migrations: `supabase db push --remote`.";

/** Checks of what Storage allows with the page's key and no account. */
export function storageChecks({ ask }: Visitor): Check[] {
  const code = async (path: string, type?: string): Promise<string> => {
    const question =
      type === undefined ? {} : { method: "POST", headers: { "content-type": type }, body: "x" };
    const answer = await ask(`/storage/v1/object/${path}`, question);
    return codeOf(answer) || String(answer.status);
  };

  return [
    {
      // Storage checks the type before rights, so this is refused for everyone.
      name: "the bucket exists and refuses types that a browser would run",
      look: async () => {
        const answer = await code(`${bucket}/check-of-the-deployment`, "text/html");
        if (answer === "InvalidMimeType") return { ok: `${bucket} refuses a page` };
        if (answer === "NoSuchBucket") return { wrong: `there is no bucket ${bucket}`, todo: push };
        return {
          wrong: `a page is refused for another reason, or not at all (${answer})`,
          todo: `Storage, ${bucket}, Edit bucket: set the allowed types from the migrations.`,
        };
      },
    },
    {
      name: "anonymous visitors can't upload",
      look: async () => {
        const answer = await code(`${bucket}/check-of-the-deployment`, "application/pdf");
        if (answer === "AccessDenied") return { ok: "an upload is refused" };
        if (answer === "NoSuchBucket") return { wrong: `there is no bucket ${bucket}`, todo: push };
        return {
          wrong: `an upload is answered ${answer}`,
          todo: "A policy on storage.objects isn't ours: Storage, Policies. Delete check-of-the-deployment if it exists.",
        };
      },
    },
    {
      name: "the bucket is private",
      look: async () => {
        const answer = await code(`public/${bucket}/check-of-the-deployment`);
        return answer === "NoSuchBucket"
          ? { ok: "it serves nothing without a session" }
          : {
              wrong: `its public addresses answer ${answer}`,
              todo: `Storage, ${bucket}, Edit bucket: turn Public off.`,
            };
      },
    },
  ];
}
