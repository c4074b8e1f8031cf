import { useLocation, useNavigationType } from 'react-router'

/** The state of an entry of the history that a view writes of itself. */
export const SELF_NAVIGATION = { isOwn: true }

/**
 * Whether the address that is rendered is one that the view on this page wrote, and nobody came back to. It may come
 * after the view has gone on from it, and must not turn it back.
 */
export function useIsSelfNavigation(): boolean {
  const { state } = useLocation()
  return useNavigationType() !== 'POP' && state?.isOwn === true
}
