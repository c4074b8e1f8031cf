import { UsageError } from '../../errors.ts'
import { escapeTerminal } from '../../escape-terminal.ts'
import { CellError, readDate, readWebAddress } from '../../rows/fields.ts'
import type { ListFormat } from '../run.ts'
import { RESULT_HEADINGS } from './headings.ts'
import { byLot } from './matching.ts'
import { type Auction, resultReader } from './reader.ts'

interface AuctionOptions {
  auction: string | undefined
  month: string | undefined
  source: string | undefined
}

/** The form of a DVLA auction's results list, from the options of the command. @throws UsageError */
export function dvlaResults(options: AuctionOptions): ListFormat {
  const auction = readAuction(options)
  return {
    headings: RESULT_HEADINGS,
    name: `DVLA auction ${auction.name}`,
    isWhole: true,
    reader: (headings, readerOptions) => resultReader(auction, headings, readerOptions),
    matching: (replace) => byLot(auction.name, replace),
  }
}

function readAuction({ auction, month, source }: AuctionOptions): Auction {
  if (auction === undefined) throw new UsageError('Missing auction: --auction B278.')
  if (month === undefined) throw new UsageError('Missing month of the auction: --month 2025-11.')
  const name = auction.trim().toUpperCase()
  if (!/^[A-Z0-9][A-Z0-9-]{0,19}$/.test(name))
    throw new UsageError(
      `--auction: “${escapeTerminal(auction)}” is not the name of an auction, such as B278.`,
    )
  return {
    name,
    ...readAuctionMonth(month),
    sourceUrl: source === undefined ? undefined : fromOption('--source', () => readWebAddress(source)),
  }
}

function readAuctionMonth(text: string) {
  const { year, month } = fromOption('--month', () => {
    if (!/^\d{4}-\d{1,2}$/.test(text.trim()))
      throw new CellError(`“${escapeTerminal(text)}” is not a month, such as 2025-11`)
    return readDate(text)
  })
  const now = new Date()
  if (year === now.getFullYear() && Number(month) > now.getMonth() + 1)
    throw new UsageError(`--month: ${text.trim()} is in the future.`)
  return { saleYear: year, saleMonth: Number(month) }
}

function fromOption<T>(option: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof CellError ? new UsageError(`${option}: ${error.message}.`) : error
  }
}
