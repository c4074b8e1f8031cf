import { Link } from 'react-router'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import type { ShownEnquiry, ShownPlate } from './related.server.ts'

/** The plates that an enquiry names, each a section of its own. */
export const EnquiryPlates = ({ plates }: { plates: readonly ShownPlate[] }) =>
  plates.map((plate) => <EnquiryPlate key={plate.registration} plate={plate} />)

function EnquiryPlate({ plate: { registration, path, status, price, alsoAsking } }: { plate: ShownPlate }) {
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
      </p>
      {alsoAsking.length > 0 && (
        <div className="enquiry-plate-others">
          <h2 className="text-quiet text-sm">Also asking</h2>
          <EnquiryLinks enquiries={alsoAsking} />
        </div>
      )}
    </section>
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
