import { datedTitle } from "@sheaf/contract/dated-title";
import { pages } from "@sheaf/contract/pages";
import type { Repeat } from "../../../data/repeats/repeat.query.ts";
import { useSkipRepeat } from "../../../data/repeats/skip-repeat.mutation.ts";
import type { Request } from "../../../data/requests/request.models.ts";
import { formatDate } from "../../../lib/dates.ts";
import { AppError, errorText } from "../../../lib/errors.ts";
import { Link } from "../../../lib/navigation.tsx";
import { whenDone } from "../../../lib/when-done.ts";
import { Button, buttonClass } from "../../../ui/forms/button.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import { classNames } from "../../../ui/theme/class-names.ts";
import { periodLabels, recipientNames } from "../repeat/repeat.models.ts";
import styles from "./request-settings.module.css";

interface RepeatSettingProps {
  request: Request;
  /** Null: it isn't sent again. */
  repeat: Repeat | null;
  now: Date;
  onChange: () => void;
}

/** The next date on which a request is sent again. */
export function RepeatSetting({ request, repeat, now, onChange }: RepeatSettingProps) {
  return (
    <section aria-labelledby="request-repeat">
      <div className={styles["heading"]}>
        <h3 id="request-repeat">Repeats</h3>
        {(repeat === null || repeat.followingId === null) && (
          <Button size="small" variant="quiet" onClick={onChange}>
            {repeat === null ? "Repeat" : "Change"}
          </Button>
        )}
      </div>
      {repeat === null && <p>It’s sent once.</p>}
      {repeat?.followingId === null && <NextOne request={request} repeat={repeat} now={now} />}
      {typeof repeat?.followingId === "string" && (
        <>
          <p>This was sent again.</p>
          <Link
            className={classNames(buttonClass({ size: "small" }), styles["act"])}
            to={pages.request.href({ id: repeat.followingId })}
          >
            Open the newest one
          </Link>
        </>
      )}
    </section>
  );
}

function NextOne({ request, repeat, now }: { request: Request; repeat: Repeat; now: Date }) {
  const skip = useSkipRepeat();
  const toast = useToast();
  const day = formatDate(repeat.nextOn, { now });
  const skipIt = () =>
    void whenDone(skip.mutateAsync({ requestId: request.id, day: repeat.nextOn }), () =>
      toast({ message: `Nothing is sent on ${day}`, tone: "success" }),
    );
  return (
    <>
      <p>
        {periodLabels[repeat.every]}, next on <b>{day}</b>
        {repeat.title !== "" && <> as “{datedTitle(repeat.title, repeat.nextOn)}”</>}
      </p>
      {repeat.problem === null ? (
        <p className={styles["hint"]}>
          to {recipientNames(request)}, from {repeat.senderName}
        </p>
      ) : (
        <Notice tone="returned">{errorText(new AppError(repeat.problem))}</Notice>
      )}
      {skip.error && (
        <Notice tone="returned" announce>
          {errorText(skip.error)}
        </Notice>
      )}
      <Button size="small" className={styles["act"]} busy={skip.isPending} onClick={skipIt}>
        Skip this one
      </Button>
    </>
  );
}
