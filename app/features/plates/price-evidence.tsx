import type { Plate } from '#shared/plates/find-plates.ts'
import { longSaleDate, priceWord } from '#shared/sales/sale.ts'
import { formatNumber } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'
import { TitledSection } from '#shared/ui/titled-section.tsx'
import { registrationPath } from '#shared/urls.ts'
import { TextLink } from '../../shared/ui/text-link.tsx'
import { ComparablesList } from '../estimates/comparables-list.tsx'
import { PriceRule } from '../estimates/price-scale.tsx'
import type { PricedDot } from '../estimates/price-scale-layout.ts'
import type { SimilarSale } from '../sales/similar-sales/similar-sales.ts'

interface PriceEvidenceProps {
  plate: Pick<Plate, 'registration' | 'priceGbp' | 'priceReason'>
  /** `null`: they could not be read. */
  similar: readonly SimilarSale[] | null
}

/** Sales of similar plates, beside our price. The page of the registration has the estimate. */
export function PriceEvidence({ plate, similar }: PriceEvidenceProps) {
  const { registration, priceGbp, priceReason } = plate
  return (
    <TitledSection id="similar-sales" title="What Similar Plates Sold For" size="subheading">
      {similar && similar.length > 0 ? (
        <>
          <p className="mt-3 text-quiet text-sm">
            The dots are hammer prices, bid at auction before the buyer’s premium, VAT and fees; ours is a
            retail price, so the two are not like for like.
          </p>
          <div className="mt-6">
            <PriceRule
              dots={similar.map(toDot)}
              range={null}
              chip={priceGbp > 0 ? { priceGbp, label: `Our price ${formatGbp(priceGbp)}` } : null}
              label={describeEvidence(similar, priceGbp)}
            />
          </div>
          <Reason reason={priceReason} />
          <div className="mt-6">
            <ComparablesList similar={similar} mostShown={3} />
          </div>
        </>
      ) : (
        <>
          <p className="mt-3 text-quiet">
            {similar
              ? 'No close comparables: too few similar registrations have a recorded hammer price.'
              : 'We can’t check our records of sales just now. Please try again in a minute.'}
          </p>
          <Reason reason={priceReason} />
        </>
      )}
      <p className="mt-4 text-sm">
        <TextLink to={registrationPath(registration)}>What might {registration} fetch at auction?</TextLink>
      </p>
    </TitledSection>
  )
}

function Reason({ reason }: { reason: string | null }) {
  if (reason === null) return null
  return (
    <p className="mt-5">
      <span className="font-semibold">Why this price?</span> {reason}
    </p>
  )
}

function toDot({ sale }: SimilarSale): PricedDot {
  const { registration, hammerPriceGbp, priceBasis } = sale
  const priceGbp = hammerPriceGbp ?? 0
  return {
    registration,
    priceGbp,
    href: registrationPath(registration),
    label: `${registration}, ${formatGbp(priceGbp)} hammer, ${priceWord('hammer', priceBasis)}, ${longSaleDate(sale)}`,
  }
}

/** 'Hammer prices of 4 similar registrations, £1,450 to £5,200, on a rule with our price, £3,950.' */
function describeEvidence(similar: readonly SimilarSale[], priceGbp: number): string {
  const pricesGbp = similar.map(({ sale }) => sale.hammerPriceGbp ?? 0)
  const [least, most] = [Math.min(...pricesGbp), Math.max(...pricesGbp)].map(formatGbp)
  const prices = least === most ? `each ${least}` : `${least} to ${most}`
  const ours = priceGbp > 0 ? `, on a rule with our price, ${formatGbp(priceGbp)}` : ''
  return `Hammer prices of ${formatNumber(similar.length)} similar registrations, ${prices}${ours}.`
}
