import type { ElementContent } from 'hast'
import {
  BID_STEPS_GBP,
  DOCUMENTED_REGIMES,
  type FeeRegime,
  type KnownRegime,
} from '#shared/sales/fee-regimes.ts'
import {
  feeBill,
  feeBreakdown,
  findFeeRegime,
  highestBidPence,
  percent,
  regimesNow,
} from '#shared/sales/fees.ts'
import { longSaleDate } from '#shared/sales/sale.ts'
import { longMonth } from '#shared/text/format.ts'
import { formatGbp, formatGbpAndPence } from '#shared/text/money.ts'
import { type Table, tableOf, textNodes } from './tables.ts'

interface Lot {
  /** Column heading: what was sold, and when. */
  head: string
  hammerPriceGbp: number
  whereSold: string
  saleYear: number
  saleMonth: number
}

const DVLA = 'DVLA Auction'
const JB_1: Lot = {
  head: 'JB 1',
  hammerPriceGbp: 530_000,
  whereSold: 'Bonhams',
  saleYear: 2025,
  saleMonth: 7,
}
const FIRST: Lot = { head: '1 A', hammerPriceGbp: 160_000, whereSold: DVLA, saleYear: 1989, saleMonth: 12 }
const EXAMPLE: Lot = { head: 'Amount', hammerPriceGbp: 1_000, whereSold: DVLA, saleYear: 2025, saleMonth: 9 }
const AT_8_PERCENT: Lot[] = [
  { head: '25 O, November 2014', hammerPriceGbp: 400_000, whereSold: DVLA, saleYear: 2014, saleMonth: 11 },
  { head: '111 OM, 2016', hammerPriceGbp: 8_800, whereSold: DVLA, saleYear: 2016, saleMonth: 11 },
  { head: 'IG 1, July 2019', hammerPriceGbp: 222_000, whereSold: DVLA, saleYear: 2019, saleMonth: 7 },
]
const BIDS_GBP = [250, 500, 1_000, 2_500, 5_000, 10_000]
const BUDGETS_GBP = [500, 1_000, 2_000, 5_000, 10_000]
const COMPARED_BID_GBP = 20_000

const BID_TEXTS = {
  caption: 'What a DVLA bid comes to at each of the claimed rates',
  head: 'Your bid',
  result: 'You pay',
}
const BUDGET_TEXTS = {
  caption: 'The highest DVLA bid for a budget at each of the claimed rates',
  head: 'You can spend',
  result: 'Highest bid',
}

/** By the name that articles use: `{{table:dvla-bids}}`. @param regimes as the firm has settled them */
export function feeTables(regimes: readonly FeeRegime[]): Map<string, Table> {
  return new Map([
    ['bill-jb-1', bill('How the hammer price of JB 1 becomes the total', [JB_1])],
    ['bill-1-a', bill('How the hammer price of 1 A becomes the total', [FIRST])],
    [
      'bill-dvla-example',
      bill('What a bid of £1,000 came to at a DVLA auction, to September 2025', [EXAMPLE]),
    ],
    ['bills-dvla-2014-2019', bill('Three DVLA sales at the premium of 2014 to 2019', AT_8_PERCENT)],
    ['dvla-bids', atClaimedRates(BIDS_GBP, regimes, BID_TEXTS, exactTotal)],
    ['dvla-budgets', atClaimedRates(BUDGETS_GBP, regimes, BUDGET_TEXTS, highestBid)],
    ['fee-regimes', regimeTable(regimes)],
    ['auction-houses', auctionHouses(regimes)],
  ])
}

function knownRegime(lot: Pick<Lot, 'whereSold' | 'saleYear' | 'saleMonth'>): KnownRegime {
  // Of times on which the sources agree.
  const regime = findFeeRegime(lot, DOCUMENTED_REGIMES)
  if (!regime || regime.status === 'disputed' || regime.status === 'fitted')
    throw new Error(`There are no rates to compute with for ${lot.whereSold}, ${longSaleDate(lot)}.`)
  return regime
}

function steps({ hammerPriceGbp, ...sale }: Lot) {
  const account = feeBreakdown(hammerPriceGbp, knownRegime(sale))
  if (!account) throw new Error(`The rates of ${sale.whereSold} do not give a total.`)
  return [...account.steps, { label: 'Total', amountGbp: account.totalGbp }]
}

/** One column for each lot; all lots have the same steps. */
function bill(caption: string, lots: Lot[]): Table {
  const bills = lots.map(steps)
  const rows = (bills[0] ?? []).map(({ label }, index) => ({ label, index }))
  return tableOf(rows, {
    caption,
    columns: [
      { head: 'Step', isHead: true, wraps: true, cell: ({ label }) => textNodes(label) },
      ...bills.map((amounts, lot) => ({
        head: lots.length === 1 ? 'Amount' : (lots[lot]?.head ?? ''),
        isNumber: true,
        cell: ({ index }: { index: number }) => pounds(amounts[index]?.amountGbp ?? null),
      })),
    ],
  })
}

const lastKnownDvla = knownRegime({ whereSold: DVLA, saleYear: 2025, saleMonth: 9 })

/** The DVLA's regime of today, or one for each of the premiums that are claimed for it. */
const dvlaRegimes = (regimes: readonly FeeRegime[]) =>
  regimesNow(regimes).map(({ rate, regime }) => ({ rate: percent(rate), regime }))

/** One column for each of the claimed rates. */
function atClaimedRates(
  amountsGbp: number[],
  regimes: readonly FeeRegime[],
  texts: { caption: string; head: string; result: string },
  resultGbp: (amountGbp: number, regime: KnownRegime) => number,
): Table {
  return tableOf(amountsGbp, {
    caption: texts.caption,
    columns: [
      { head: texts.head, isHead: true, wraps: true, cell: pounds },
      ...dvlaRegimes(regimes).map(({ rate, regime }) => ({
        head: `${texts.result}, if the premium is ${rate}`,
        isNumber: true,
        cell: (amountGbp: number) => pounds(resultGbp(amountGbp, regime)),
      })),
    ],
  })
}

const exactTotal = (hammerPriceGbp: number, regime: KnownRegime) =>
  (feeBill(hammerPriceGbp * 100, regime)?.totalPence ?? 0) / 100

const highestBid = (budgetGbp: number, regime: KnownRegime) =>
  highestBidPence(budgetGbp * 100, regime, (BID_STEPS_GBP[DVLA] ?? 1) * 100) / 100

const STATUS_NAMES: Record<FeeRegime['status'], string> = {
  stated: 'Stated',
  specification: 'Our own account',
  fitted: 'Fitted',
  disputed: 'Disputed',
}

function regimeTable(regimes: readonly FeeRegime[]): Table {
  return tableOf(regimes, {
    caption: 'Fees by seller and period, and how well each is known',
    columns: [
      {
        head: 'Seller and period',
        isHead: true,
        wraps: true,
        cell: (regime) => textNodes(`${sellerOf(regime)}, ${periodOf(regime)}`),
      },
      { head: 'Premium', isNumber: true, cell: (regime) => textNodes(premiumOf(regime)) },
      { head: 'VAT', isNumber: true, cell: ({ vat }) => textNodes(vatOf(vat)) },
      { head: 'On the hammer price too?', cell: ({ vatOnHammer }) => textNodes(vatOnHammer ? 'Yes' : 'No') },
      { head: 'How we know', cell: ({ status }) => textNodes(STATUS_NAMES[status]) },
    ],
  })
}

const sellerOf = ({ seller }: FeeRegime) => (seller === DVLA ? 'DVLA' : seller)
const vatOf = (vat: number | null) =>
  vat === null ? 'not known' : vat === 0 ? 'none in the total' : percent(vat)

function periodOf({ from, to }: FeeRegime): string {
  if (to === null) return `since ${longMonth(from)}`
  if (from === to) return longMonth(from)
  const isOneYear = from.slice(0, 4) === to.slice(0, 4)
  return `${isOneYear ? longMonth(from).replace(/ \d+$/, '') : longMonth(from)} to ${longMonth(to)}`
}

function premiumOf(regime: FeeRegime): string {
  if (regime.status === 'disputed') return regime.candidates.map(({ rate }) => percent(rate)).join(' or ')
  return regime.tiers.map(({ rate }) => (rate === 0 ? 'none' : percent(rate))).join(', then ')
}

/** The guide that shows this table quotes the rates of the last two houses as facts. */
function auctionHouses(regimes: readonly FeeRegime[]): Table {
  const bonhams = knownRegime(JB_1)
  const privateSeller = (rate: number): KnownRegime => ({
    ...bonhams,
    tiers: [{ upToGbp: null, rate }],
    vat: lastKnownDvla.vat,
  })
  const houses = [
    ...dvlaRegimes(regimes).map(({ rate, regime }) => ({ name: `DVLA, if the premium is ${rate}`, regime })),
    { name: 'Bonhams, as for JB 1', regime: bonhams },
    { name: 'Iconic Auctioneers, as in 2022', regime: privateSeller(0.1) },
    { name: 'Classic Car Auctions, as in 2024', regime: privateSeller(0.125) },
  ].map(({ name, regime }) => {
    const premiumGbp = COMPARED_BID_GBP * (regime.tiers[0]?.rate ?? 0)
    const vat = regime.vat ?? 0
    return {
      name,
      premiumGbp,
      vatOnBidGbp: regime.vatOnHammer ? COMPARED_BID_GBP * vat : null,
      vatOnPremiumGbp: vat === 0 ? null : premiumGbp * vat,
      feeGbp: regime.assignmentFeeGbp,
      totalGbp: exactTotal(COMPARED_BID_GBP, regime),
    }
  })
  return tableOf(houses, {
    caption: `A bid of ${formatGbp(COMPARED_BID_GBP)} at four auction houses`,
    columns: [
      { head: 'House', isHead: true, wraps: true, cell: ({ name }) => textNodes(name) },
      { head: 'Premium', isNumber: true, cell: ({ premiumGbp }) => pounds(premiumGbp) },
      { head: 'VAT on the bid', isNumber: true, cell: ({ vatOnBidGbp }) => pounds(vatOnBidGbp) },
      { head: 'VAT on the premium', isNumber: true, cell: ({ vatOnPremiumGbp }) => pounds(vatOnPremiumGbp) },
      { head: 'Fee', isNumber: true, cell: ({ feeGbp }) => pounds(feeGbp) },
      { head: 'Total', isNumber: true, cell: ({ totalGbp }) => pounds(totalGbp) },
    ],
  })
}

const pounds = (amountGbp: number | null): ElementContent[] =>
  textNodes(amountGbp === null ? '-' : formatGbpAndPence(amountGbp))
