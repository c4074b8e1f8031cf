import { Unavailable } from '../../shared/ui/unavailable.tsx'

export const PLATES_UNAVAILABLE = 'We can’t show our plates just now'

export function PlatesUnavailable({ headingLevel }: { headingLevel?: 'h2' | 'h3' }) {
  return (
    <Unavailable title={PLATES_UNAVAILABLE} headingLevel={headingLevel}>
      The fault is ours. Please try again in a minute, or ask us what is for sale.
    </Unavailable>
  )
}
