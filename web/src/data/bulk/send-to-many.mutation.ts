import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { requestKeys } from "../requests/keys.ts";

interface SendToMany {
  /** Made by this page: repeating the call with it sends nothing twice. */
  id: string;
  templateId: string;
  /** With placeholders, as the message. */
  title: string;
  message: string;
  people: readonly {
    number: number;
    name: string;
    email: string;
    dueOn: string | null;
    assignee: { userId: string } | null;
  }[];
}

async function sendToMany({ id, templateId, title, message, people }: SendToMany): Promise<void> {
  const { error } = await dataClient().rpc("send_to_many", {
    job: id,
    template: templateId,
    title,
    message,
    people: people.map(({ number, name, email, dueOn, assignee }) => ({
      number,
      name,
      email,
      due_on: dueOn,
      assignee: assignee?.userId ?? null,
    })),
  });
  if (error) throw toAppError(error);
}

/** Hands a list of people to the worker, which sends a request to each. */
export function useSendToMany() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: sendToMany,
    onSuccess: () => cache.invalidateQueries({ queryKey: requestKeys.all() }),
  });
}
