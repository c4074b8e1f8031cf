/** The month so far, beside what waits. */
import { describeWait, readMonthOfAnswers } from '#services/enquiries/first-answer.ts'
import { monthOf } from '#services/london-time.ts'
import { readSoldMonths } from '#services/numbers/sold-months.ts'
import { countStock } from '#services/stock/stored-plates.ts'
import { formatNumber, longMonth, plural } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'
import type { DeskContext } from '../../context.ts'
import { marginTerms } from '../stock/margin.ts'
import type { NewsLine } from './lines.ts'

/** @throws DataFault */
export async function readMonth(desk: DeskContext, now: Date): Promise<{ title: string; lines: NewsLine[] }> {
  const { database } = desk
  const month = monthOf(now)
  const [answers, [sold], stock] = await Promise.all([
    readMonthOfAnswers(database, month),
    readSoldMonths(database, [month], marginTerms(desk)),
    countStock(database),
  ])
  const { enquiries, waiting, medianMs } = answers
  const open = waiting === 0 ? '' : `, ${formatNumber(waiting)} unanswered`
  const takings = sold?.takingsGbp ? ` for ${formatGbp(sold.takingsGbp)}` : ''
  const reserved = stock.reserved === 0 ? '' : `, ${formatNumber(stock.reserved)} reserved`
  return {
    title: `${longMonth(month)} so far`,
    lines: [
      { key: 'enquiries', text: 'Enquiries', aside: formatNumber(enquiries) + open, to: '/enquiries' },
      ...(medianMs === null
        ? []
        : [{ key: 'reply', text: 'First reply, median', aside: describeWait(medianMs), to: '/numbers' }]),
      { key: 'sold', text: 'Sold', aside: plural(sold?.sold ?? 0, 'plate') + takings, to: '/numbers' },
      { key: 'stock', text: 'For sale', aside: plural(stock.for_sale, 'plate') + reserved, to: '/stock' },
    ],
  }
}
