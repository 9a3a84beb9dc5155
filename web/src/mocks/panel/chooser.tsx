import { listTapes } from "@sheaf/mocks/browser/tapes";
import type { ListedTape, Run } from "@sheaf/mocks/run";
import { scenarios } from "@sheaf/mocks/scenarios/scenarios";
import { useEffect, useState } from "react";
import { Field } from "../../ui/forms/field.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import { withRun } from "../run-address.ts";
import { MissingTapes } from "./missing-tapes.tsx";
import styles from "./panel.module.css";

interface Choice {
  /** "" for none. */
  name: string;
  description: string;
}

const scenarioChoices: Choice[] = [
  { name: "", description: "No scenario." },
  ...Object.entries(scenarios).map(([name, { description }]) => ({ name, description })),
];

/** Lists all tapes and scenarios. Choosing one restarts the page in that state. */
export function Chooser({ chosen }: { chosen: Run | undefined }) {
  const [tapes, setTapes] = useState<readonly ListedTape[]>([]);
  const [search, setSearch] = useState("");
  useEffect(() => {
    void listTapes().then(setTapes);
  }, []);
  const wanted = search.trim().toLowerCase();
  const found = tapes.filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(wanted),
  );
  const recorded = found.filter(({ isRecorded }) => isRecorded);
  const missing = found.filter(({ isRecorded }) => !isRecorded);
  const start = (tape: string, scenario: string | undefined) =>
    location.assign(withRun(new URL("/", location.origin), { tape, scenario }));

  return (
    <>
      {chosen && (
        <section aria-labelledby="sheaf-qa-scenarios">
          <h3 id="sheaf-qa-scenarios">Scenarios</h3>
          <Choices
            choices={scenarioChoices}
            current={chosen.scenario ?? ""}
            onChoose={(name) => start(chosen.tape, name || undefined)}
          />
        </section>
      )}
      <section aria-labelledby="sheaf-qa-tapes">
        <h3 id="sheaf-qa-tapes">Tapes</h3>
        <Field label="Find a tape" labelHidden>
          <TextInput
            size="small"
            type="search"
            placeholder="Find a tape"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </Field>
        <Choices
          choices={recorded}
          current={chosen?.tape}
          onChoose={(name) => start(name, chosen?.scenario)}
        />
        {missing.length > 0 && <MissingTapes tapes={missing} open={wanted !== ""} />}
        {tapes.length > 0 && found.length === 0 && <p>No tapes found.</p>}
      </section>
    </>
  );
}

interface ChoicesProps {
  choices: readonly Choice[];
  current: string | undefined;
  onChoose: (name: string) => void;
}

function Choices({ choices, current, onChoose }: ChoicesProps) {
  return (
    <ul className={styles["choices"]}>
      {choices.map(({ name, description }) => (
        <li key={name}>
          <button type="button" aria-current={name === current || undefined} onClick={() => onChoose(name)}>
            <strong>{name || "none"}</strong>
            <span>{description}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
