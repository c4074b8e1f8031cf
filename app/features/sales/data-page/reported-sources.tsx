import { RULES } from '#shared/eligibility/rules.ts'
import type { CitedSource } from '#shared/sales/cited-source.ts'
import { DOCUMENTED_REGIMES } from '#shared/sales/fee-regimes.ts'
import { percent } from '#shared/sales/fees.ts'

/** What the site says ‘as dealers and buyers report’. */
const REPORTED: { text: string; source: CitedSource }[] = [
  ...DOCUMENTED_REGIMES.flatMap((regime) =>
    regime.status === 'disputed'
      ? regime.candidates.map(({ rate, source }) => ({
          text: `A buyer’s premium of ${percent(rate)} at DVLA auctions since October 2025.`,
          source,
        }))
      : [],
  ),
  ...Object.values(RULES),
].filter(({ source }) => !source.isOfficial)

export function ReportedSources() {
  return (
    <>
      <p>
        We have found no official source for these. Ask the DVLA or the auctioneer before you rely on them.
      </p>
      <ul className="grid list-disc gap-2 pl-5">
        {REPORTED.map(({ text, source }) => (
          <li key={text}>
            {text}{' '}
            <a href={source.url} className="link" rel="noopener nofollow">
              {source.name}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
