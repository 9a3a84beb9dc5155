import type { PageRun } from "@sheaf/mocks/browser/page-run";
import { Clock, Link2, Mail, RotateCcw } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/forms/button.tsx";
import { withRun } from "../run-address.ts";
import styles from "./panel.module.css";

const minute = 60_000;

/** Shows the current tape and its time, with actions for both. */
export function NowPlaying({ run, emailedLink }: { run: PageRun; emailedLink: string | undefined }) {
  const [time, setTime] = useState(() => new Date());
  const [copied, setCopied] = useState(false);
  if (!run.run) return null;
  const { tape, scenario } = run.run;
  const address = withRun(new URL("/", location.origin), { tape, scenario });
  const pass = (by: number) => {
    run.advanceClock(by);
    setTime(new Date());
  };
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    setCopied(true);
  };

  return (
    <section aria-labelledby="sheaf-qa-now">
      <h2 id="sheaf-qa-now">{tape}</h2>
      <p>{run.tape.description}</p>
      {run.scenario && <p>{run.scenario.description}</p>}
      <p className={styles["time"]}>
        <Clock aria-hidden="true" />
        <time dateTime={time.toISOString()}>
          {time.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" })}
        </time>
        <Button size="small" onClick={() => pass(minute)}>
          + 1 min
        </Button>
        <Button size="small" onClick={() => pass(10 * minute)}>
          + 10 min
        </Button>
      </p>
      <div className={styles["actions"]}>
        <Button size="small" icon={<RotateCcw />} onClick={() => location.assign(address)}>
          Start over
        </Button>
        <Button size="small" icon={<Link2 />} onClick={() => void copy()}>
          {copied ? "Copied" : "Copy link"}
        </Button>
        {emailedLink !== undefined && (
          <Button size="small" variant="primary" icon={<Mail />} onClick={() => location.assign(emailedLink)}>
            Open the emailed link
          </Button>
        )}
      </div>
    </section>
  );
}
