import { useMemo } from 'react'
import { groupBy } from '#shared/list/group-by.ts'
import { longSaleDate, shortSaleDate } from '#shared/sales/sale.ts'
import { type AuctionPrices, MIN_SALES_FOR_POINT, timeOf } from '#shared/sales/sales-stats.ts'
import { MONTHS } from '#shared/text/format.ts'
import { logScale, monthScale, yearScale } from './chart-scale.ts'
import { describeAuctions, describeMedian } from './describe-figures.ts'
import { Axes, BOTTOM, FRAMES, type Frame, LEFT, PricesTable, TOP } from './frame.tsx'
import { LiveChart } from './live-chart.tsx'

export const hasPoint = ({ priced }: AuctionPrices) => priced >= MIN_SALES_FOR_POINT

/** More numbers instead of points would overlap. */
const MOST_GAPS = 40

export function AuctionChart({ auctions }: { auctions: readonly AuctionPrices[] }) {
  return (
    <>
      {FRAMES.map((frame) => (
        <AuctionDrawing key={frame.className} frame={frame} auctions={auctions} />
      ))}
      <PricesTable
        group="Auction"
        prices={auctions.map((auction) => ({
          ...auction,
          name: `${auction.whereSold}, ${shortSaleDate(auction)}`,
          isKnown: hasPoint(auction),
        }))}
      />
    </>
  )
}

function AuctionDrawing({ frame, auctions }: { frame: Frame; auctions: readonly AuctionPrices[] }) {
  const { x, y, known, places } = useMemo(() => {
    const known = auctions.filter(hasPoint)
    const times = auctions.map(timeOf)
    const y = logScale(
      known.flatMap(({ medianLow, medianHigh }) => [medianLow, medianHigh]),
      frame.height - BOTTOM,
      TOP,
    )
    const right = frame.width - 14
    const x =
      monthScale(times, LEFT, right, frame.yearTicks) ?? yearScale(times, LEFT, right, frame.yearTicks)
    const places = known.map((auction) => ({ x: x.at(timeOf(auction)), y: y.at(auction.median) }))
    return { x, y, known, places }
  }, [frame, auctions])
  const intervals = known
    .map((auction, index) => `M${places[index]?.x} ${y.at(auction.medianLow)}V${y.at(auction.medianHigh)}`)
    .join('')
  const gaps = auctions.filter((auction) => !hasPoint(auction))
  return (
    <LiveChart
      frame={frame}
      title={`Median hammer price of each auction. ${describeAuctions(auctions)}`}
      label="Auctions by date: arrow keys move from auction to auction"
      places={places}
      start={0}
      describe={(index) => {
        const auction = known[index]
        return auction
          ? { name: `${auction.whereSold}, ${longSaleDate(auction)}`, lines: [describeMedian(auction)] }
          : { name: '', lines: [] }
      }}
    >
      <Axes frame={frame} x={x} y={y} formatX={formatTime} />
      <path d={intervals} className="year-range" />
      <path d={lines(auctions, (auction) => places[known.indexOf(auction)])} className="year-line" />
      <path
        d={places.map((place) => `M${place.x} ${place.y}h0`).join('')}
        className="dots dots-median"
        strokeWidth={9}
      />
      {gaps.length <= MOST_GAPS &&
        gaps.map((auction) => (
          <text
            key={`${auction.saleYear}-${auction.saleMonth}-${auction.whereSold}`}
            x={x.at(timeOf(auction))}
            y={frame.height - BOTTOM - 6}
            textAnchor="middle"
          >
            {auction.priced}
          </text>
        ))}
    </LiveChart>
  )
}

/** Connects the points of each seller; an auction without a point interrupts the line. */
function lines(
  auctions: readonly AuctionPrices[],
  placeOf: (auction: AuctionPrices) => { x: number; y: number } | undefined,
): string {
  const sellers = groupBy(auctions, ({ whereSold }) => whereSold)
  let path = ''
  for (const series of sellers.values()) {
    let isJoined = false
    for (const auction of series) {
      const place = hasPoint(auction) ? placeOf(auction) : undefined
      if (place) path += `${isJoined ? 'L' : 'M'}${place.x} ${place.y}`
      isJoined = place !== undefined
    }
  }
  return path
}

/** 2025 → '2025'; the middle of a month → 'Mar 2025'. */
function formatTime(time: number): string {
  const year = Math.floor(time)
  if (time === year) return String(year)
  return `${MONTHS[Math.floor((time - year) * 12)]?.slice(0, 3)} ${year}`
}
