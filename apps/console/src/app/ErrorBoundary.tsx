import { Component, type ReactNode } from 'react';
import { FailureScreen } from './FailureScreen.tsx';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}
interface ErrorBoundaryState {
  readonly failed: { readonly error: unknown } | null;
}

/** Catches a failure, so that the rest of the page keeps working. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failed: { error } };
  }

  override render(): ReactNode {
    const { failed } = this.state;
    if (!failed) return this.props.children;
    return <FailureScreen error={failed.error} onRetry={() => this.setState({ failed: null })} />;
  }
}
