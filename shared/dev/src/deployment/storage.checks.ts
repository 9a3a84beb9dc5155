import { codeOf } from "./send-request.ts";
import type { Visitor } from "./platform.checks.ts";
import type { Check } from "./verdict.ts";

const bucket = "documents";
const push = "Apply the migrations: `supabase db push --remote`.";

/** Checks of what Storage allows with the page's key and no account. */
export function storageChecks({ ask }: Visitor): Check[] {
  const code = async (path: string, type?: string): Promise<string> => {
    const options =
      type === undefined ? {} : { method: "POST", headers: { "content-type": type }, body: "x" };
    const response = await ask(`/storage/v1/object/${path}`, options);
    return codeOf(response) || String(response.status);
  };

  return [
    {
      // Storage checks the type before rights, so this is refused for everyone.
      name: "the bucket exists and refuses types that a browser would run",
      look: async () => {
        const response = await code(`${bucket}/check-of-the-deployment`, "text/html");
        if (response === "InvalidMimeType") return { ok: `${bucket} refuses a page` };
        if (response === "NoSuchBucket") return { wrong: `there is no bucket ${bucket}`, todo: push };
        return {
          wrong: `a page is refused for another reason, or not at all (${response})`,
          todo: `Storage, ${bucket}, Edit bucket: set the allowed types from the migrations.`,
        };
      },
    },
    {
      name: "anonymous visitors can't upload",
      look: async () => {
        const response = await code(`${bucket}/check-of-the-deployment`, "application/pdf");
        if (response === "AccessDenied") return { ok: "an upload is refused" };
        if (response === "NoSuchBucket") return { wrong: `there is no bucket ${bucket}`, todo: push };
        return {
          wrong: `an upload is answered ${response}`,
          todo: "A policy on storage.objects isn't ours: Storage, Policies. Delete check-of-the-deployment if it exists.",
        };
      },
    },
    {
      name: "documents are never cached",
      look: async () => {
        const response = await ask(`/storage/v1/object/authenticated/${bucket}/check-of-the-deployment`);
        return response.headers.get("cache-control") === "private, no-store"
          ? { ok: "the gateway says so in every response" }
          : {
              unseen:
                "the sender of each decides, and only what asks again is taken: HOSTED.md, Caching of documents",
            };
      },
    },
    {
      name: "the bucket is private",
      look: async () => {
        const response = await code(`public/${bucket}/check-of-the-deployment`);
        return response === "NoSuchBucket"
          ? { ok: "it serves nothing without a session" }
          : {
              wrong: `its public addresses answer ${response}`,
              todo: `Storage, ${bucket}, Edit bucket: turn Public off.`,
            };
      },
    },
  ];
}
