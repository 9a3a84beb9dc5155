import { placeholders } from "@sheaf/contract/placeholders";
import { useRef, useState } from "react";
import { hasColleagues } from "../../data/members/member.models.ts";
import type { Request } from "../../data/requests/request.models.ts";
import { AppError, type ErrorSentences, errorSentences } from "../../lib/errors.ts";
import { loadErrorTexts } from "../../lib/error-texts.ts";
import { LeaveGuard } from "../../steps/leave-guard/leave-guard.tsx";
import { dueDay } from "./due-day.models.ts";
import type { List, ListSource, ListChoice } from "../../steps/list-file/list.models.ts";
import { openList } from "../../steps/list-file/open-list.ts";
import { ChooseList } from "./list/choose-list.tsx";
import { BulkSendHead } from "./bulk-send-head.tsx";
import { guessUses } from "../../steps/list-file/columns.models.ts";
import { checkPeople, type Choices, type Surroundings } from "./people/people.models.ts";
import { PeopleStep } from "./people/people-step.tsx";
import { CheckStep } from "./check-step.tsx";

interface BulkSendFlowProps {
  template: Request;
  surroundings: Surroundings;
  onSent: (bulkId: string) => void;
}

interface Chosen {
  source: ListSource;
  name: string;
  list: List;
  choices: Choices;
}

/** Chooses a list, says what its columns are, mends rows, and confirms. Nothing leaves the browser before that. */
export function BulkSendFlow({ template, surroundings, onSent }: BulkSendFlowProps) {
  // One for the whole visit: confirming again after a lost response sends nothing twice.
  const [bulkId] = useState(() => crypto.randomUUID());
  const [chosen, setChosen] = useState<Chosen>();
  const [isReading, setReading] = useState(false);
  const [failure, setFailure] = useState<{ name: string; rows?: number | undefined; text: ErrorSentences }>();
  const [step, setStep] = useState<"list" | "people" | "check">("list");
  const [isSent, setSent] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);

  const goTo = (next: typeof step) => {
    setStep(next);
    setFailure(undefined);
    heading.current?.focus();
    scrollTo({ top: 0 });
  };
  const read = async (source: ListSource, name: string, choice?: ListChoice) => {
    setFailure(undefined);
    setReading(true);
    const [result] = await Promise.all([openList(source, choice), loadErrorTexts()]);
    setReading(false);
    if ("problem" in result) {
      setFailure({ name, rows: result.rows, text: errorSentences(new AppError(result.problem)) });
      return;
    }
    const uses = guessUses(result.list, surroundings.members);
    if (step === "list") goTo("people");
    setChosen({
      source,
      name,
      list: result.list,
      choices: {
        uses,
        mended: new Map(),
        leftOut: new Set(),
        order: undefined,
        dueOn: dueDay(surroundings.today, template.dueAfterDays),
        title: uses.includes("name") ? `${template.title}, ${placeholders.name}` : template.title,
        message: template.message,
        // Another list gets the same words.
        ...(chosen && {
          dueOn: chosen.choices.dueOn,
          title: chosen.choices.title,
          message: chosen.choices.message,
        }),
      },
    });
  };

  const checked = chosen && checkPeople(chosen.list, chosen.choices, surroundings);
  return (
    <>
      <BulkSendHead
        title={step === "check" ? "Check and send" : "Send to many people"}
        template={template}
        at={step === "check" ? 2 : 1}
        heading={heading}
      />
      <LeaveGuard
        armed={chosen !== undefined && !isSent}
        title="Leave without sending?"
        text="Your list and what you changed in it will be lost."
      />
      {step === "list" && (
        <ChooseList
          isReading={isReading}
          failure={failure}
          former={chosen?.name}
          onBack={() => goTo("people")}
          onChoose={(...of) => void read(...of)}
        />
      )}
      {chosen && checked && step === "people" && (
        <PeopleStep
          workspaceId={template.workspace.id}
          name={chosen.name}
          list={chosen.list}
          choices={chosen.choices}
          checked={checked}
          hasAssignees={hasColleagues(surroundings.members)}
          items={template.items.length}
          isReading={isReading}
          failure={failure}
          onChoose={(...of) => void read(...of)}
          onRead={(choice) => void read(chosen.source, chosen.name, choice)}
          onPaste={() => goTo("list")}
          onChange={(change) => setChosen({ ...chosen, choices: { ...chosen.choices, ...change } })}
          onContinue={() => goTo("check")}
        />
      )}
      {chosen && checked && step === "check" && (
        <CheckStep
          bulkId={bulkId}
          template={template}
          choices={chosen.choices}
          people={checked.people}
          leftOut={chosen.list.rows
            .map(({ number }) => number)
            .filter((number) => !checked.people.some((person) => person.number === number))}
          onBack={() => goTo("people")}
          onSent={() => {
            setSent(true);
            onSent(bulkId);
          }}
        />
      )}
    </>
  );
}
