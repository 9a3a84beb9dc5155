import { forgetStorage } from "@sheaf/mocks/browser/page-storage";
import { tapeName } from "@sheaf/mocks/tape/tape";
import { Circle, Save } from "lucide-react";
import { type FormEvent, useState } from "react";
import { storedSession } from "../../features/session/session-cookie.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import styles from "./panel.module.css";
import { beginRecording, type Opening, saveRecording } from "./recorder-calls.ts";

const openingKept = "sheaf-qa-recording";

/** Records what is done on these pages from one press to another, and keeps it as a tape. */
export function RecordingPanel() {
  const [opening, setOpening] = useState<Opening | undefined>(readOpening);
  const [said, setSaid] = useState("");
  const begin = async () => {
    const { pathname, search } = location;
    const session = sessionNow();
    const now = { opens: pathname + search, ...(session && { session }) };
    const problem = await beginRecording();
    setSaid(problem ?? "");
    if (problem !== undefined) return;
    // A tape begins with its cookies and nothing else, and what stands on this page was asked for before it.
    forgetStorage();
    sessionStorage.setItem(openingKept, JSON.stringify(now));
    location.reload();
  };
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!opening) return;
    const words = new FormData(event.currentTarget);
    const word = (name: string) => {
      const typed = words.get(name);
      return typeof typed === "string" ? typed.trim() : "";
    };
    const { saved, message } = await saveRecording({
      ...opening,
      name: word("name"),
      says: word("says"),
    });
    setSaid(message);
    if (!saved) return;
    sessionStorage.removeItem(openingKept);
    setOpening(undefined);
  };

  return (
    <section className={styles["parts"]} aria-labelledby="sheaf-qa-recording">
      <h2 id="sheaf-qa-recording">{opening ? "Recording" : "Record a tape"}</h2>
      {opening ? (
        <form className={styles["parts"]} onSubmit={(event) => void save(event)}>
          <p>
            From <code>{opening.opens}</code> on, everything is written down. Do what the tape is to show,
            then keep it.
          </p>
          <Field label="Name" hint="Small letters, digits and hyphens.">
            <TextInput name="name" required pattern={tapeName.source} autoComplete="off" />
          </Field>
          <Field label="What somebody does on it">
            <TextInput name="says" required autoComplete="off" />
          </Field>
          <div className={styles["actions"]}>
            <Button type="submit" variant="primary" size="small" icon={<Save />}>
              Save the tape
            </Button>
            <Button size="small" onClick={() => void begin()}>
              Begin again here
            </Button>
          </div>
        </form>
      ) : (
        <>
          <p>Go to where the tape is to begin, then press. The page is read again and recorded from there.</p>
          <div className={styles["actions"]}>
            <Button variant="primary" size="small" icon={<Circle />} onClick={() => void begin()}>
              Record from here
            </Button>
          </div>
        </>
      )}
      <p role="status" className={styles["said"]}>
        {said}
      </p>
    </section>
  );
}

function readOpening(): Opening | undefined {
  const kept = sessionStorage.getItem(openingKept);
  return kept === null ? undefined : (JSON.parse(kept) as Opening);
}

/** The session that this browser has, as Auth answered it. */
function sessionNow(): Record<string, unknown> | undefined {
  const session = storedSession();
  return typeof session === "object" && session !== null ? { ...session } : undefined;
}
