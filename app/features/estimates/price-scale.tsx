import type { ReactNode } from 'react'
import { Link } from '../../shared/ui/link.tsx'
import {
  CHIP_HEIGHT,
  LABEL_GAP,
  layOutPriceRule,
  type PlacedDot,
  type PriceRuleContent,
  type PriceRuleLayout,
  ROW_HEIGHT,
} from './price-scale-layout.ts'

/** Widths for phones and desktops: the style sheet shows the widest drawing that fits its container. */
const DRAWINGS = [
  { width: 260, className: 'price-rule-narrow' },
  { width: 560, className: 'price-rule-wide' },
]

/** The distance between the chip's tip and the centre of the rule, which is thick where there is a range. */
const POINT_GAP = 5
const POINT_HEIGHT = 8

interface PriceRuleProps extends PriceRuleContent {
  /** Describes the picture for those who cannot see it, in a sentence. */
  label: string
}

/**
 * Prices on a logarithmic scale: one to six dots that link to their registrations, the range of an estimate, and an
 * asking price as a yellow chip. Needs no script, and fits every container from 260 pixels.
 */
export function PriceRule({ label, ...content }: PriceRuleProps) {
  return (
    <figure className="price-rule">
      <figcaption className="sr-only">{label}</figcaption>
      {DRAWINGS.map(({ width, className }) => (
        <Drawing key={className} className={className} layout={layOutPriceRule(content, width)} />
      ))}
    </figure>
  )
}

function Drawing({ layout, className }: { layout: PriceRuleLayout; className: string }) {
  const { height, ruleY, ticks, dots, range, chip } = layout
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the caption of the figure is its text
    <svg width="100%" height={height} className={className}>
      <g>
        {range && <RangeBar {...range} ruleY={ruleY} />}
        {ticks.map(({ at, label }) => (
          <line key={label} x1={`${at}%`} x2={`${at}%`} y2={ruleY} className="price-rule-grid" />
        ))}
        <line x2="100%" y1={ruleY} y2={ruleY} className="price-rule-line" />
        {range && <RangeMark {...range} ruleY={ruleY} />}
        {ticks.map(({ at, left, width, label }) => (
          <Place key={label} at={at} y={ruleY}>
            <path d="M0 0v6" className="price-rule-line" />
            <text x={left + width / 2} y="20" textAnchor="middle">
              {label}
            </text>
          </Place>
        ))}
        {range && (
          <Place at={range.at} y={height - 6}>
            <text x={range.left + range.width / 2} textAnchor="middle" className="price-rule-estimate">
              {range.label}
            </text>
          </Place>
        )}
        {chip && <Chip {...chip} ruleY={ruleY} />}
      </g>
      {dots.map((placed) => (
        <Dot key={`${placed.dot.registration} ${placed.y}`} {...placed} />
      ))}
    </svg>
  )
}

function Dot({ dot, at, left, width, y, isLabelLeft }: PlacedDot) {
  return (
    <Place at={at} y={y}>
      <Link to={dot.href} className="price-rule-dot">
        <title>{dot.label}</title>
        <rect x={left} y={-ROW_HEIGHT / 2} width={width} height={ROW_HEIGHT} rx="4" />
        <circle r="5.5" />
        <text x={isLabelLeft ? -LABEL_GAP : LABEL_GAP} y="4.5" textAnchor={isLabelLeft ? 'end' : 'start'}>
          {dot.registration}
        </text>
      </Link>
    </Place>
  )
}

type RangeProps = NonNullable<PriceRuleLayout['range']> & { ruleY: number }

function RangeBar({ low, high, ruleY }: RangeProps) {
  return <rect x={`${low}%`} width={`${high - low}%`} height={ruleY} className="price-rule-band" />
}

function RangeMark({ low, high, at, ruleY }: RangeProps) {
  return (
    <>
      <rect
        x={`${low}%`}
        y={ruleY - 4}
        width={`${high - low}%`}
        height="8"
        rx="4"
        className="price-rule-bar"
      />
      <Place at={at} y={ruleY}>
        <path d="M-2.5-9h5v18h-5z" className="price-rule-mid" />
      </Place>
    </>
  )
}

function Chip({ at, left, width, label, ruleY }: NonNullable<PriceRuleLayout['chip']> & { ruleY: number }) {
  const bottom = -POINT_GAP - POINT_HEIGHT
  const side = CHIP_HEIGHT - 8
  const outline = `M${left + 4} ${bottom}a4 4 0 0 1-4-4v${-side}a4 4 0 0 1 4-4h${width - 8}a4 4 0 0 1 4 4v${side}a4 4 0 0 1-4 4H6L0 ${-POINT_GAP}-6 ${bottom}z`
  return (
    <Place at={at} y={ruleY} className="price-rule-chip">
      <path d={outline} />
      <text x={left + width / 2} y={bottom - CHIP_HEIGHT / 2 + 5} textAnchor="middle">
        {label}
      </text>
    </Place>
  )
}

interface PlaceProps {
  at: number
  y: number
  className?: string
  children: ReactNode
}

/** Offsets in pixels from a position in percent. */
function Place({ at, y, className, children }: PlaceProps) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: a system of coordinates within the picture
    <svg x={`${at}%`} y={y} className={className}>
      {children}
    </svg>
  )
}
