import { useQuery } from "@tanstack/react-query";
import { exampleContentOptions } from "../../data/examples/example-content.query.ts";
import type { Example } from "../../data/examples/example.models.ts";
import { errorSentences } from "../../lib/errors.ts";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { ContentPreview } from "../preview/content-preview.tsx";
import { LoadingFile } from "../preview/loading-file.tsx";
import styles from "../preview/preview.module.css";

interface ExampleContentProps {
  example: Example;
  /** Advice to the viewer if it can't be shown. */
  advice: string;
}

export function ExampleContent({ example, advice }: ExampleContentProps) {
  const { data, error, refetch, isFetching } = useQuery(exampleContentOptions(example));
  return (
    <div className={styles["stage"]}>
      {data ? (
        <ContentPreview
          name={example.name}
          advice={{ locked: advice, broken: advice, large: advice }}
          {...data}
        />
      ) : error ? (
        <ErrorState error={errorSentences(error)} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <LoadingFile name={example.name} />
      )}
    </div>
  );
}
