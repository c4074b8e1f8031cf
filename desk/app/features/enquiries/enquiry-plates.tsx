import { Link } from 'react-router'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { ButtonLink, TextLink } from '../../ui/page.tsx'
import type { DealsOfEnquiry, ShownDeal } from '../deals/read-deals.server.ts'
import type { ShownEnquiry, ShownPlate } from './related.server.ts'

interface EnquiryPlatesProps {
  reference: string
  plates: readonly ShownPlate[]
  deals: DealsOfEnquiry
}

const quotePath = (reference: string, query: Record<string, string>) =>
  `/enquiries/${reference}/quote?${new URLSearchParams(query)}`

/** The plates that an enquiry names, with their deals, and what can be quoted. */
export function EnquiryPlates({ reference, plates, deals: { deals, choices } }: EnquiryPlatesProps) {
  const isNamed = ({ registration }: ShownDeal) => plates.some((plate) => plate.registration === registration)
  return (
    <>
      {plates.map((plate) => {
        const choice = choices.find(({ registration }) => registration === plate.registration)
        const query: Record<string, string> = { plate: plate.registration }
        if (choice?.kind === 'purchase') query.kind = choice.kind
        return (
          <EnquiryPlate
            key={plate.registration}
            plate={plate}
            deals={deals.filter(({ registration }) => registration === plate.registration)}
            quote={choice ? quotePath(reference, query) : null}
            isBid={choice?.kind === 'purchase'}
          />
        )
      })}
      <DealLinks deals={deals.filter((deal) => !isNamed(deal))} />
      <p className="mb-4 text-sm">
        <TextLink to={quotePath(reference, {})}>
          {plates.length > 0 ? 'Quote for another plate' : 'Quote for a plate'}
        </TextLink>
      </p>
    </>
  )
}

interface EnquiryPlateProps {
  plate: ShownPlate
  deals: readonly ShownDeal[]
  /** The form of a quote, or of our bid; null while there is a deal. */
  quote: string | null
  isBid: boolean
}

function EnquiryPlate({
  plate: { registration, path, status, price, alsoAsking },
  deals,
  quote,
  isBid,
}: EnquiryPlateProps) {
  return (
    <section className="enquiry-plate" aria-label={registration}>
      <PlateFace registration={registration} decorative className="stock-plate" />
      <p className="enquiry-plate-state">
        {path ? (
          <Link to={path} className="link">
            {registration}
          </Link>
        ) : (
          <span>{registration}</span>
        )}
        <span>{status}</span>
        {price && <span className="number">{price}</span>}
        {quote && (
          <ButtonLink to={quote}>
            {isBid ? 'Bid' : 'Quote'}
            <span className="sr-only">{isBid ? ` for ${registration}` : ` ${registration}`}</span>
          </ButtonLink>
        )}
      </p>
      <DealLinks deals={deals} />
      {alsoAsking.length > 0 && (
        <div className="enquiry-plate-others">
          <h2 className="text-quiet text-sm">Also asking</h2>
          <EnquiryLinks enquiries={alsoAsking} />
        </div>
      )}
    </section>
  )
}

function DealLinks({ deals }: { deals: readonly ShownDeal[] }) {
  if (deals.length === 0) return null
  return (
    <ul className="enquiry-links enquiry-plate-others">
      {deals.map(({ id, registration, amount, stage }) => (
        <li key={id}>
          <Link to={`/deals/${id}`} className="link">
            {registration} at {amount}
          </Link>
          <span className="text-quiet text-sm">{stage}</span>
        </li>
      ))}
    </ul>
  )
}

export function EnquiryLinks({ enquiries }: { enquiries: readonly ShownEnquiry[] }) {
  return (
    <ul className="enquiry-links">
      {enquiries.map(({ reference, to, text, aside }) => (
        <li key={reference}>
          <Link to={to} className="link">
            {text}
          </Link>
          <span className="text-quiet text-sm">{aside}</span>
        </li>
      ))}
    </ul>
  )
}
