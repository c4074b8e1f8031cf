import { site } from '../../../site.config.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import type { Route } from './+types/auction-guides'
import { listGuides } from './articles.server.ts'
import { GuideList } from './guide-list.tsx'

export function loader() {
  return { guides: listGuides('auction') }
}

export default function AuctionGuides({ loaderData }: Route.ComponentProps) {
  return (
    <div className="wrap pt-12 pb-24 md:pt-20">
      <PageMeta
        title={`Auction Guides | ${site.name}`}
        path="/auction-info"
        description="How number plates are sold at auction in Britain: registering, bidding, fees beyond the hammer price, the houses compared, and what happens afterwards."
      />
      <h1 className="title">Auction Guides</h1>
      <p className="mt-5 max-w-reading text-lg text-quiet">
        How number plates are sold at auction in Britain, what they cost beyond the hammer price, and the sale
        of December 1989 that began it all.
      </p>
      <GuideList guides={loaderData.guides} headingLevel="h2" />
    </div>
  )
}
