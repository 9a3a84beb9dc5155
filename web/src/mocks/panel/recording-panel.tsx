import { clearStorage } from "@sheaf/mocks/browser/page-storage";
import { tapeName } from "@sheaf/mocks/tape/tape";
import { Circle, Save } from "lucide-react";
import { type FormEvent, useState } from "react";
import { storedSession } from "../../lib/auth/session-cookie.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import styles from "./panel.module.css";
import { beginRecording, type Opening, saveRecording } from "./recorder-calls.ts";
import { forgetOpening, storeOpening } from "./recording-opening.ts";

interface RecordingPanelProps {
  /** Undefined if nothing is being recorded. */
  opening: Opening | undefined;
  onSaved: () => void;
}

/** Starts a recording and saves it as a tape. */
export function RecordingPanel({ opening, onSaved }: RecordingPanelProps) {
  const [status, setStatus] = useState("");
  const begin = async () => {
    const { pathname, search } = location;
    const session = sessionNow();
    const now = { startPath: pathname + search, ...(session && { session }) };
    const problem = await beginRecording();
    setStatus(problem ?? "");
    if (problem !== undefined) return;
    // A tape starts with cookies only, and this page's data was loaded before the recording.
    clearStorage();
    storeOpening(now);
    location.reload();
  };
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!opening) return;
    const values = new FormData(event.currentTarget);
    const word = (name: string) => {
      const typed = values.get(name);
      return typeof typed === "string" ? typed.trim() : "";
    };
    const { saved, message } = await saveRecording({
      ...opening,
      name: word("name"),
      description: word("description"),
    });
    setStatus(message);
    if (!saved) return;
    forgetOpening();
    onSaved();
  };

  return (
    <section className={styles["parts"]} aria-labelledby="sheaf-qa-recording">
      <h2 id="sheaf-qa-recording">{opening ? "Recording" : "Record a tape"}</h2>
      {opening ? (
        <form className={styles["parts"]} onSubmit={(event) => void save(event)}>
          <p>
            From <code>{opening.startPath}</code> on, all requests are recorded. Do the steps of the tape,
            then save it.
          </p>
          <Field label="Name" hint="Lowercase letters, digits and hyphens.">
            <TextInput name="name" required pattern={tapeName.source} autoComplete="off" />
          </Field>
          <Field label="Description">
            <TextInput name="description" required autoComplete="off" />
          </Field>
          <div className={styles["actions"]}>
            <Button type="submit" variant="primary" size="small" icon={<Save />}>
              Save tape
            </Button>
            <Button size="small" onClick={() => void begin()}>
              Restart here
            </Button>
          </div>
        </form>
      ) : (
        <>
          <p>Go to the page where the tape starts. It is reloaded, and recording starts there.</p>
          <div className={styles["actions"]}>
            <Button variant="primary" size="small" icon={<Circle />} onClick={() => void begin()}>
              Record from here
            </Button>
          </div>
        </>
      )}
      <p role="status" className={styles["message"]}>
        {status}
      </p>
    </section>
  );
}

/** Session of this browser, in the form of Auth's response. */
function sessionNow(): Record<string, unknown> | undefined {
  const session = storedSession();
  return typeof session === "object" && session !== null ? { ...session } : undefined;
}
