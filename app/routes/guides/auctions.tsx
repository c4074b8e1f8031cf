import { Link } from 'react-router'
import { PlainPage } from '../../ui/plain-page.tsx'

export default function AuctionGuides() {
  return (
    <PlainPage
      title="Auction Guides"
      path="/auction-info"
      description="How number plates are sold at auction in Britain, and what they cost beyond the hammer price."
    >
      <p>
        Our guides to the auctions are being written. If you are about to bid and have a question,{' '}
        <Link to="/contact" className="link">
          ask us
        </Link>
        .
      </p>
    </PlainPage>
  )
}
