import { capitalised } from '#shared/text/capitalised.ts'
import { formatList } from '#shared/text/format.ts'
import { TitledSection } from '#shared/ui/titled-section.tsx'
import { FactRow } from '../../shared/ui/page-parts.tsx'
import { EligibilityLink } from '../eligibility/eligibility-link.tsx'
import type { KnownRegistration } from './read-registration.server.ts'

/** Facts from the characters of the registration alone. */
export function Facts({ known, className }: { known: KnownRegistration; className: string }) {
  const { facts, readings, alsoOf, sales, plate, hasReadFailed } = known
  const isAssignable = facts?.vehicles.may === 'any' || facts?.vehicles.may === 'from'
  const count = sales.records.length
  const entries: [term: string, text: string | null | undefined][] = [
    ['Reads as', readings.join(' or ') || null],
    ['System', facts?.format],
    ['Could also be', alsoOf.length > 0 ? formatList(alsoOf) : null],
    ['Issued', facts?.period && capitalised(facts.period.text)],
    ['Place', facts?.place && `${facts.place.code}, ${facts.place.name}`],
    ['Vehicles', facts?.vehicles.text ?? 'We cannot say, because it does not match any format in use.'],
    ['For sale', plate ? 'Yes, from us' : hasReadFailed ? null : 'Not from us'],
    [
      'On record',
      hasReadFailed ? null : count === 0 ? 'No sales' : count === 1 ? 'One sale' : `${count} sales`,
    ],
  ]
  return (
    <TitledSection id="facts" title="What it is" size="subheading" className={className}>
      <dl className="facts mt-4">
        {entries.map(
          ([term, text]) =>
            text && (
              <FactRow key={term} term={term}>
                {text}
                {term === 'Vehicles' && isAssignable && <EligibilityLink registration={known.registration} />}
              </FactRow>
            ),
        )}
      </dl>
    </TitledSection>
  )
}
