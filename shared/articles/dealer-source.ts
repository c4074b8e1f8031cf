import { parseUrl } from '../text/parse-url.ts'

/** Firms that sell plates: articles name them as sources, without a link that would send a customer to a rival. */
const DEALERS: ReadonlySet<string> = new Set([
  'auctionmyplate.co.uk',
  'northumbria-numbers.co.uk',
  'numberplater.co.uk',
  'numberplates.com',
  'platehunter.com',
  'plates.vip',
  'regplates.com',
  'regtransfers.co.uk',
  'simplyregistrations.co.uk',
])

export const isDealerSource = ({ url }: { url: string }): boolean =>
  DEALERS.has(parseUrl(url)?.hostname.replace(/^www\./, '') ?? '')
