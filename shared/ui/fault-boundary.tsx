import { Component, type ReactNode, use } from 'react'

interface FaultBoundaryProps {
  /** The kind of page, for the report. */
  page: string
  children: ReactNode
}

const firstPathname = import.meta.env.SSR ? undefined : location.pathname
/** React keeps what is on the screen while a component waits for it. */
const never = new Promise<never>(() => {})

/**
 * Keeps the page of the server if its components fail in the browser, and reports the fault. A page that the browser rendered
 * itself, after a navigation, has nothing to keep: then the route's own error page is shown.
 */
export class FaultBoundary extends Component<FaultBoundaryProps> {
  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }
  override state: { failure?: { error: unknown } } = {}
  override render() {
    const { failure } = this.state
    return failure ? <KeptPage page={this.props.page} error={failure.error} /> : this.props.children
  }
}

function KeptPage({ page, error }: { page: string; error: unknown }) {
  const isKept = location.pathname === firstPathname
  import('./page-fault.client.ts').then(({ handlePageFault }) => handlePageFault(error, page, isKept))
  if (isKept) return use(never)
  throw error
}
