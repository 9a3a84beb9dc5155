import type { ErrorSentences } from "../../../lib/errors.ts";
import { Notice } from "../../../ui/status/notice.tsx";

export interface ListFailureProps {
  failure: { name: string; rows?: number | undefined; text: ErrorSentences } | undefined;
}

/** Why a file couldn't be used. The list that was chosen before stays. */
export function ListFailure({ failure }: ListFailureProps) {
  return (
    failure && (
      <Notice tone="returned" announce>
        <b>
          {failure.name}
          {failure.rows !== undefined && `, ${failure.rows.toLocaleString("en")} rows`}
        </b>
        : {failure.text.what} {failure.text.next}
      </Notice>
    )
  );
}
