import { Unavailable } from '../../shared/ui/unavailable.tsx'

export function PlatesUnavailable({ headingLevel }: { headingLevel?: 'h2' | 'h3' }) {
  return (
    <Unavailable title="Our plates cannot be shown just now" headingLevel={headingLevel}>
      This is a fault on our side: the list does not answer, and the plates on it are still ours to sell.
      Please try again in a minute, or write to us and we will tell you what is for sale.
    </Unavailable>
  )
}
