import type { MarginAccount as Account, MarginTerms } from '#services/stock/margin.ts'
import { TextLink } from '../../ui/page.tsx'
import { describeMargin } from './margin.ts'
import { Fact } from './plate-fact.tsx'

/** The lines of a list of facts that lead from the price to the margin. */
export const MarginLines = ({ account, terms }: { account: Account; terms: MarginTerms }) =>
  describeMargin(account, terms).map(({ label, text }, index, { length }) => (
    <Fact key={label} label={label} className={index === length - 1 ? '*:font-medium *:text-ink' : undefined}>
      {text}
    </Fact>
  ))

/** Shown while nobody has stated how the margin is counted. */
export const StateMargin = ({ terms }: { terms: MarginTerms }) =>
  terms.fee === null && (
    <p className="mt-2 text-sm">
      <TextLink to="/firm/prices">State how VAT and the £80 count</TextLink>
    </p>
  )
