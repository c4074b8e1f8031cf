import { Link } from 'react-router'
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
    <section
      className="mb-4 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1"
      aria-label={registration}
    >
      <PlateFace registration={registration} decorative className="w-26 max-lg:w-21" />
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {path ? (
          <Link className="link inline-flex min-h-10 items-center py-0" to={path}>
            {registration}
          </Link>
        ) : (
          <span>{registration}</span>
        )}
        <span>{status}</span>
        {price && <span>{price}</span>}
        {offer && (
          <ButtonLink to={`${quote}?${new URLSearchParams({ plate: registration, kind: offer })}`}>
            {offer === 'sale' ? 'Quote' : 'Bid'}
            <span className="sr-only">{` ${offer === 'sale' ? '' : 'for '}${registration}`}</span>
          </ButtonLink>
        )}
      </p>
      <LinkList links={deals} className="col-span-full" />
      {alsoAsking.length > 0 && (
        <div className="col-span-full">
          <h2 className="text-quiet text-sm">Also asking</h2>
          <LinkList links={alsoAsking} className="flex flex-wrap gap-x-6" />
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
