import { Component, type ReactNode } from "react";
import { ErrorState } from "../ui/error-state.tsx";
import styles from "./layouts/plain-layout.module.css";

interface ErrorBoundaryProps {
  /** Another value gives the children another chance: the path, so that going elsewhere leaves the error behind. */
  resetKey: string;
  /** A layout around it has the page's `main` already. */
  inMain?: boolean;
  children: ReactNode;
}

interface ErrorBoundaryState {
  failed: boolean;
  resetKey: string;
}

/** The last net: a page that could not be drawn or downloaded says so and offers a fresh start. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, resetKey: this.props.resetKey };

  // One for each boundary: a boundary that is well must not take away the listener of one that is not.
  readonly #reload = () => location.reload();

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps(
    { resetKey }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    return resetKey === state.resetKey ? null : { failed: false, resetKey };
  }

  // What is missing is most often a part that could not be downloaded: once the line is back, the page is loaded anew.
  override componentDidMount(): void {
    this.componentDidUpdate();
  }

  override componentDidUpdate(): void {
    if (this.state.failed) addEventListener("online", this.#reload);
    else removeEventListener("online", this.#reload);
  }

  override componentWillUnmount(): void {
    removeEventListener("online", this.#reload);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const said = (
      <ErrorState
        level={1}
        error={{
          what: "This page could not be shown.",
          next: "Check your connection and try again; nothing that you sent is lost.",
        }}
        // A part of the page that failed to download stays failed until the page is loaded anew.
        onRetry={this.#reload}
      />
    );
    if (this.props.inMain) return said;
    return (
      <main className={styles["main"]} tabIndex={-1}>
        {said}
      </main>
    );
  }
}
