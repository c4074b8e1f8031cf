import { PlateFace } from '#shared/ui/plate-face.tsx'
import { ButtonLink, TextLink } from '../../ui/page.tsx'
import type { ShownLink, ShownPlate } from './related.server.ts'

interface EnquiryPlatesProps {
  reference: string
  plates: readonly ShownPlate[]
  /** Of plates that it does not name. */
  otherDeals: readonly ShownLink[]
}

/** The plates that an enquiry names, with their deals, and what can be quoted. */
export function EnquiryPlates({ reference, plates, otherDeals }: EnquiryPlatesProps) {
  const quote = `/enquiries/${reference}/quote`
  return (
    <>
      {plates.map((plate) => (
        <EnquiryPlate key={plate.registration} plate={plate} quote={quote} />
      ))}
      <LinkList links={otherDeals} className="mb-4" />
      <p className="mb-4 text-sm">
        <TextLink to={quote}>{`Quote for ${plates.length > 0 ? 'another' : 'a'} plate`}</TextLink>
      </p>
    </>
  )
}

function EnquiryPlate({ plate, quote }: { plate: ShownPlate; quote: string }) {
  const { registration, path, status, price, deals, offer, alsoAsking } = plate
  return (
    <section className="enquiry-plate" aria-label={registration}>
      <PlateFace registration={registration} decorative className="stock-plate" />
      <p className="enquiry-plate-state">
        {path ? <TextLink to={path}>{registration}</TextLink> : <span>{registration}</span>}
        <span>{status}</span>
        {price && <span className="number">{price}</span>}
        {offer && (
          <ButtonLink to={`${quote}?${new URLSearchParams({ plate: registration, kind: offer })}`}>
            {offer === 'sale' ? 'Quote' : 'Bid'}
            <span className="sr-only">{` ${offer === 'sale' ? '' : 'for '}${registration}`}</span>
          </ButtonLink>
        )}
      </p>
      <LinkList links={deals} className="enquiry-plate-others" />
      {alsoAsking.length > 0 && (
        <div className="enquiry-plate-others">
          <h2 className="text-quiet text-sm">Also asking</h2>
          <LinkList links={alsoAsking} />
        </div>
      )}
    </section>
  )
}

export function LinkList({ links, className = '' }: { links: readonly ShownLink[]; className?: string }) {
  if (links.length === 0) return null
  return (
    <ul className={`enquiry-links ${className}`}>
      {links.map(({ to, text, aside }) => (
        <li key={to}>
          <TextLink to={to}>{text}</TextLink>
          <span className="text-quiet text-sm">{aside}</span>
        </li>
      ))}
    </ul>
  )
}
