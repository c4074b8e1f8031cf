import { site } from '../../../site.config.ts'
import { siteContext } from '../../context.ts'
import type { ArticleCard } from '../articles/article.ts'
import { listArticles, listGuides } from '../articles/articles.server.ts'
import type { Route } from './+types/llms'
import { textResponse } from './text-response.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl, accuracy } = context.get(siteContext)
  const list = (articles: ArticleCard[]) =>
    articles.map(({ path, title, summary }) => `- [${title}](${siteUrl}${path}): ${summary}`).join('\n')
  return textResponse(
    'text/plain',
    `# ${site.name}

> A UK dealer in private vehicle registrations (number plates), trading since ${site.tradingSince}. The plates for sale are the dealer's own. ${site.priceStatement} ${site.independence}

## Plates and services

- [Number plates for sale](${siteUrl}/plates): every available plate with its price; each has a page of its own at ${siteUrl}/plate/{registration}
- [Find your plate](${siteUrl}/find): the lawful registrations that read as a name or word, e.g. ${siteUrl}/find?q=SOPHIE, each with what is known of it: for sale with its price, sold with price and date, or neither
- [Valuations](${siteUrl}/valuations): a free valuation of a registration, with a report within 24-48 hours
${accuracy.isOffered ? `- [Accuracy of our estimates](${siteUrl}/valuations/accuracy): what our estimates of DVLA hammer prices said before the auctions, and what the lots made, by kind, price and confidence; [as JSON](${siteUrl}/valuations/accuracy.json)\n` : ''}- [Contact](${siteUrl}/contact): enquiries, answered by people
- [About](${siteUrl}/about): who we are

## Sales data

- [UK Number Plate Sales Explorer](${siteUrl}/sales-explorer): reported past sales with hammer price, total price, date and where it was sold, each with its source; please link back when reusing the data
- [Jersey Sales Explorer](${siteUrl}/jersey/sales-explorer): reported past sales of Jersey plates
- Registrations: what is known of any registration, with its recorded sales and our estimate of a hammer price at auction, at ${siteUrl}/registration/AB12CDE, and as data at ${siteUrl}/registration/AB12CDE.json (any registration in capitals without spaces)
- [Our Sales Data](${siteUrl}/sales-explorer/data): every column of the sales, how they were chosen, how medians are computed, files with checksums, corrections

## News

${list(listArticles('news'))}

## Guides

${list(listGuides('info'))}

### Auction guides

${list(listGuides('auction'))}

### Documentation guides

${list(listGuides('document'))}

## Plate stories

${list(listArticles('stories'))}

## Optional

- [Sitemap](${siteUrl}/sitemap.xml): every address
- [Feed](${siteUrl}/feed.xml): news, guides and stories as Atom
- [Privacy Policy](${siteUrl}/privacy)
`,
  )
}
