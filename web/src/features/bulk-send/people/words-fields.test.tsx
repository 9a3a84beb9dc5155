import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { workspaceKeys } from "../../../data/workspaces/keys.ts";
import type { Choices, Person } from "./people.models.ts";
import { WordsFields } from "./words-fields.tsx";

const ana: Person = { number: 2, name: "Ana", email: "ana@duarte.example", dueOn: null, assignee: null };
const choices: Choices = {
  uses: ["email"],
  mended: new Map(),
  leftOut: new Set(),
  order: undefined,
  dueOn: "",
  title: "Books {month} {year}, {name}",
  message: "",
};

test("the first request is shown under the title that it gets today where the workspace is", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-30T10:30:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  onTestFinished(() => cache.clear());
  cache.setQueryData(workspaceKeys.settings("w1"), { zone: "Pacific/Kiritimati" });
  render(
    <QueryClientProvider client={cache}>
      <WordsFields workspaceId="w1" choices={choices} people={[ana]} onChange={() => undefined} />
    </QueryClientProvider>,
  );
  expect(screen.getByText("First of 1").nextElementSibling?.textContent).toBe("Books December 2026, Ana");
});
