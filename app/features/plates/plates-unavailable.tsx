import { Unavailable } from '../../shared/ui/unavailable.tsx'

export function PlatesUnavailable({ headingLevel }: { headingLevel?: 'h2' | 'h3' }) {
  return (
    <Unavailable title="We can’t show our plates just now" headingLevel={headingLevel}>
      Something has gone wrong on our side. Please try again in a minute, or write to us and we’ll tell you
      what is for sale.
    </Unavailable>
  )
}
