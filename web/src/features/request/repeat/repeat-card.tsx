import { pages } from "@sheaf/contract/pages";
import { useQuery } from "@tanstack/react-query";
import type { Repeat } from "../../../data/repeats/repeat.query.ts";
import { repeatOptions } from "../../../data/repeats/repeat.query.ts";
import { useSkipRepeat } from "../../../data/repeats/skip-repeat.mutation.ts";
import type { Request } from "../../../data/requests/request.models.ts";
import { formatDate } from "../../../lib/dates.ts";
import { AppError, errorText } from "../../../lib/errors.ts";
import { Link } from "../../../lib/navigation.tsx";
import { whenDone } from "../../../lib/when-done.ts";
import { Button, buttonClass } from "../../../ui/forms/button.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import { classNames } from "../../../ui/theme/class-names.ts";
import { AsideHeading } from "../aside-heading.tsx";
import styles from "./repeat.module.css";
import { periodLabels, recipientNames } from "./repeat.models.ts";

interface RepeatCardProps {
  request: Request;
  now: Date;
  onChange: () => void;
}

/** The next date on which a request is sent again. Nothing for one that doesn't repeat. */
export function RepeatCard({ request, now, onChange }: RepeatCardProps) {
  const { data: repeat } = useQuery(repeatOptions({ requestId: request.id }));
  if (!repeat) return null;
  return (
    <section aria-labelledby="request-repeat">
      <AsideHeading id="request-repeat" title="Repeats">
        {repeat.followingId === null && (
          <Button size="small" variant="quiet" onClick={onChange}>
            Change
          </Button>
        )}
      </AsideHeading>
      <Card className={styles["card"]}>
        {repeat.followingId === null ? (
          <NextOne request={request} repeat={repeat} now={now} />
        ) : (
          <>
            <p>This was sent again.</p>
            <Link
              className={classNames(buttonClass({ size: "small" }), styles["skip"])}
              to={pages.request.href({ id: repeat.followingId })}
            >
              Open the newest one
            </Link>
          </>
        )}
      </Card>
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
      <p className={styles["hint"]}>{periodLabels[repeat.every]}, next on</p>
      <p className={styles["when"]}>{day}</p>
      {repeat.problem === null ? (
        <p>
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
      <Button size="small" className={styles["skip"]} busy={skip.isPending} onClick={skipIt}>
        Skip this one
      </Button>
    </>
  );
}
