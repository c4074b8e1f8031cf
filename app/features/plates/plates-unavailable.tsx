import { Unavailable } from '../../shared/ui/unavailable.tsx'

export function PlatesUnavailable({ headingLevel }: { headingLevel?: 'h2' | 'h3' }) {
  return (
    <Unavailable title="Our plates cannot be shown just now" headingLevel={headingLevel}>
      Our list of plates is not responding, and the fault is ours. Please try again in a minute, or write to
      us and we will tell you what is for sale.
    </Unavailable>
  )
}
