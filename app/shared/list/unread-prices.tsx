import type { Unread } from '#shared/plates/search/definitions.ts'
import { describeUnreadPrice } from '#shared/text/written-amount.ts'

/** What was typed as a price, and is none. */
export const UnreadPrices = ({ unread: { from, to } }: { unread: Unread }) => (
  <p role="alert" className="field-error">
    {[from, to]
      .filter((typed) => typed !== undefined)
      .map(describeUnreadPrice)
      .join(' ')}
  </p>
)
