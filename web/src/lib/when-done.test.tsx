import { QueryClient, QueryClientProvider, useMutation } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { whenDone } from "./when-done.ts";

/** A row with a button that runs a mutation. */
function renderRow(run: () => Promise<string>) {
  const heard: string[] = [];
  function Row() {
    const mutation = useMutation({ mutationFn: run });
    const remove = () => void whenDone(mutation.mutateAsync(), (answer) => heard.push(answer));
    return <button onClick={remove}>{mutation.error?.message ?? "Remove"}</button>;
  }
  const view = render(
    <QueryClientProvider client={new QueryClient()}>
      <Row />
    </QueryClientProvider>,
  );
  return { heard, unmount: view.unmount, user: userEvent.setup() };
}

test("a row that is gone when its mutation ends says so all the same", async () => {
  const end = Promise.withResolvers<string>();
  const { heard, unmount, user } = renderRow(() => end.promise);
  await user.click(screen.getByRole("button", { name: "Remove" }));
  unmount();
  end.resolve("Removed");
  await expect.poll(() => heard).toEqual(["Removed"]);
});

test("a failure is the mutation's to show", async () => {
  const { heard, user } = renderRow(() => Promise.reject(new Error("It failed")));
  await user.click(screen.getByRole("button", { name: "Remove" }));
  await screen.findByRole("button", { name: "It failed" });
  expect(heard).toEqual([]);
});
