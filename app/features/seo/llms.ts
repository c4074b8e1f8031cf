import type { ArticleCard } from '#shared/articles/article.ts'
import { EXPLORER_LIST } from '#shared/sales/explorers.ts'
import { textResponse } from '#shared/text/text-response.ts'
import { siteContext } from '../../context.ts'
import { articlesIn } from '../articles/articles.server.ts'
import type { Route } from './+types/llms'

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl, accuracy, site, statementPages } = context.get(siteContext)
  const articles = articlesIn(context)
  const list = (cards: ArticleCard[]) =>
    cards.map(({ path, title, summary }) => `- [${title}](${siteUrl}${path}): ${summary}`).join('\n')
  const explorers = EXPLORER_LIST.map(
    ({ title, path, place, hasHammerPrice }) =>
      `- [${title}](${siteUrl}${path}): reported past sales ${hasHammerPrice ? 'with hammer price, total price, date and where it was sold, each with its source; please link back when reusing the data' : `of ${place} plates`}`,
  )
  return textResponse(
    'text/plain',
    `# ${site.name}

> A UK dealer in private number plates, trading since ${site.tradingSince}. The plates for sale are the dealer's own. ${site.prices.statement} ${site.independence}

## Plates and services

- [Number plates for sale](${siteUrl}/plates): every available plate with its price; each has a page of its own at ${siteUrl}/plate/{registration}
- [Find your plate](${siteUrl}/find): the legal registrations that read as a name or word, e.g. ${siteUrl}/find?q=SOPHIE, each with what we know about it: for sale with its price, sold with price and date, or neither
- [Valuations](${siteUrl}/valuations): a free valuation of a registration, with a report within 24-48 hours
- [Sell us your plate](${siteUrl}/sell): we buy plates outright; what we need for a plate on a V750, a V778 or a vehicle, the steps, and who pays the fee
- [How buying works](${siteUrl}/info/buying-a-plate-from-us): every step from the enquiry to the plate on the car
${accuracy.isOffered ? `- [Accuracy of our estimates](${siteUrl}/valuations/accuracy): what our estimates of DVLA hammer prices said before the auctions, and what the lots made, by kind, price and confidence; [as JSON](${siteUrl}/valuations/accuracy.json)\n` : ''}- [Contact](${siteUrl}/contact): enquiries, answered by people
- [About](${siteUrl}/about): who we are

## Sales data

${explorers.join('\n')}
- Registrations: what we know about any registration, with its recorded sales and our estimate of a hammer price at auction, at ${siteUrl}/registration/AB12CDE, and as data at ${siteUrl}/registration/AB12CDE.json (any registration in capitals without spaces)
- [Auction Fees Calculator](${siteUrl}/auction-calculator): what a hammer price comes to with premium, VAT and assignment fee, e.g. ${siteUrl}/auction-calculator?house=dvla&date=2025-06-01&hammer=8800, and the highest bid for a budget, with &budget=10000 in place of the hammer price
- [Can It Go on My Car?](${siteUrl}/eligibility): whether a registration may go on a vehicle, by the month of its first registration, e.g. ${siteUrl}/eligibility?registration=AB51ABC&first=2001-08&q=no&taxed=yes&mot=yes
- [Our Sales Data](${siteUrl}/sales-explorer/data): every column of the sales, how they were chosen, how medians are computed, files with checksums, corrections

## News

${list(articles.list('news'))}

## Guides

${list(articles.listGuides('info'))}

### Auction guides

${list(articles.listGuides('auction'))}

### Documentation guides

${list(articles.listGuides('document'))}

## Plate stories

${list(articles.list('stories'))}

## Optional

- [Sitemap](${siteUrl}/sitemap.xml): every address
- [Feed](${siteUrl}/feed.xml): news, guides and stories as Atom
- [Privacy Policy](${siteUrl}/privacy)
${statementPages.map(({ path, title }) => `- [${title}](${siteUrl}${path})\n`).join('')}`,
  )
}
