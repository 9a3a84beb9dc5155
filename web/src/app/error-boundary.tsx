import { Component, type ReactNode } from "react";
import { ErrorState } from "../ui/status/error-state.tsx";
import styles from "./layouts/plain-layout.module.css";

interface ErrorBoundaryProps {
  /** A changed value renders the children again. Pass the path, so that navigating away clears the error. */
  resetKey: string;
  /** The surrounding layout already renders `main`. */
  inMain?: boolean;
  children: ReactNode;
}

interface ErrorBoundaryState {
  failed: false | "loading" | "showing";
  resetKey: string;
}

const retryMs = 1000;

/** Fallback for pages that crash or whose code fails to download; offers a reload. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, resetKey: this.props.resetKey };

  // One per boundary: a healthy boundary must not remove another one's listener.
  readonly #reload = () => location.reload();

  #waiting: AbortController | undefined;

  // A device is "online" before its requests arrive. Reloading then would replace the page by the browser's own error.
  readonly #reloadOnceReachable = () => {
    this.#waiting?.abort();
    this.#waiting = new AbortController();
    const { signal } = this.#waiting;
    const ask = () => {
      fetch(location.pathname, { method: "HEAD", cache: "no-store", signal }).then(this.#reload, () => {
        if (!signal.aborted) setTimeout(ask, retryMs);
      });
    };
    ask();
  };

  #stopWaiting(): void {
    this.#waiting?.abort();
    removeEventListener("online", this.#reloadOnceReachable);
  }

  // Every browser reports code that it can't load as an error that names the module or its style sheet.
  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { failed: /module|preload/i.test(String(error)) ? "loading" : "showing" };
  }

  static getDerivedStateFromProps(
    { resetKey }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    return resetKey === state.resetKey ? null : { failed: false, resetKey };
  }

  // Code that failed to load arrives once the network is back.
  override componentDidMount(): void {
    this.componentDidUpdate();
  }

  override componentDidUpdate(): void {
    if (this.state.failed === "loading") addEventListener("online", this.#reloadOnceReachable);
    else this.#stopWaiting();
  }

  override componentWillUnmount(): void {
    this.#stopWaiting();
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const message = (
      <ErrorState
        level={1}
        error={{
          what: "This page couldn’t be displayed.",
          next:
            this.state.failed === "loading"
              ? "Check your connection and try again; nothing you sent was lost."
              : "Something went wrong on our side. Try again; nothing you sent was lost.",
        }}
        // A failed dynamic import stays failed until the page reloads.
        onRetry={this.#reload}
      />
    );
    if (this.props.inMain) return message;
    return (
      <main className={styles["main"]} tabIndex={-1}>
        {message}
      </main>
    );
  }
}
