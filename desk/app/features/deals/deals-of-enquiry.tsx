import { Link } from 'react-router'
import { ButtonLink, Section, TextLink } from '../../ui/page.tsx'
import type { DealsOfEnquiry as Deals } from './read-deals.server.ts'

/** The deals of an enquiry, and links to quote or bid for the plates that it names. */
export function DealsOfEnquiry({
  reference,
  deals: { deals, choices },
}: {
  reference: string
  deals: Deals
}) {
  const to = (query: Record<string, string>) => `/enquiries/${reference}/quote?${new URLSearchParams(query)}`
  return (
    <Section id="deals-title" title="Deals" className="mb-6">
      {deals.length > 0 && (
        <ul className="ledger-list">
          {deals.map(({ id, registration, amount, stage }) => (
            <li key={id} className="history-line">
              <p>
                <Link to={`/deals/${id}`} className="link">
                  {registration}
                </Link>
                <span className="history-who">{stage}</span>
              </p>
              <span>{amount}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="desk-actions mt-2">
        {choices.map(({ registration, kind }) => (
          <ButtonLink
            key={registration}
            to={to(kind === 'sale' ? { plate: registration } : { plate: registration, kind })}
          >
            {kind === 'sale' ? 'Quote' : 'Bid for'} {registration}
          </ButtonLink>
        ))}
        <TextLink to={to({})}>Quote for another plate</TextLink>
      </p>
    </Section>
  )
}
