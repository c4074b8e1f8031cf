import { SELECTION_LABELS, SELECTIONS } from '#shared/sales/sale.ts'
import { formatNumber } from '#shared/text/format.ts'
import type { Place } from './live-chart.tsx'

/** A shape for each selection, so that colours are not needed to distinguish them. */
const SHAPES: Readonly<Record<string, { isStroke?: boolean; draw: (size: number) => string }>> = {
  complete: { draw: (size) => `m${-size} ${-size}h${2 * size}v${2 * size}h${-2 * size}z` },
  // A stroke of length zero with round caps is the shortest way to draw a dot.
  sample: { isStroke: true, draw: () => 'h0' },
  highest: {
    draw: (size) => `m0 ${-1.3 * size}l${1.3 * size} ${2.3 * size}h${-2.6 * size}z`,
  },
  reported: {
    draw: (size) =>
      `m0 ${-1.4 * size}l${1.4 * size} ${1.4 * size} ${-1.4 * size} ${1.4 * size} ${-1.4 * size} ${-1.4 * size}z`,
  },
  own: {
    draw: (size) =>
      `m${-0.4 * size} ${-1.4 * size}h${0.8 * size}v${size}h${size}v${0.8 * size}h${-size}v${size}h${-0.8 * size}v${-size}h${-size}v${-0.8 * size}h${size}z`,
  },
}
const COMMON = 'reported'

export const shapeOf = (selection: string | null) =>
  selection !== null && selection in SHAPES ? selection : COMMON

interface ShapesProps {
  selection: string
  places: readonly Place[]
  /** Half of the width of a dot. */
  size: number
  isChosen: boolean
}

/** One path for all sales of a selection. */
export function Shapes({ selection, places, size, isChosen }: ShapesProps) {
  const shape = SHAPES[selection] ?? SHAPES[COMMON]
  if (!shape || places.length === 0) return null
  const each = shape
    .draw(size)
    .replaceAll(/\d+\.\d+/g, (number) => String(Math.round(Number(number) * 10) / 10))
  const path = shape.isStroke ? dots(places) : places.map(({ x, y }) => `M${x} ${y}${each}`).join('')
  const chosen = isChosen ? ' is-chosen' : ''
  if (!shape.isStroke)
    return (
      <path
        d={path}
        className={`shape shape-${selection}${chosen}`}
        strokeWidth={isChosen ? 1.2 : size / 6}
      />
    )
  return (
    <>
      {isChosen && <path d={path} className="dots dots-edge" strokeWidth={2 * size + 1.2} />}
      <path
        d={path}
        className={`dots dots-face${chosen}`}
        strokeWidth={isChosen ? 2 * size - 1.2 : 2 * size - 0.5}
      />
    </>
  )
}

/** Each dot relative to the previous one, which takes fewer bytes than absolute coordinates. */
export function dots(places: readonly Place[]): string {
  let last = { x: 0, y: 0 }
  let path = ''
  for (const place of places) {
    path += `m${place.x - last.x} ${place.y - last.y}h0`
    last = place
  }
  return path
}

interface LegendProps {
  sales: ReadonlyMap<string, readonly unknown[]>
  isChosen: boolean
}

export function Legend({ sales, isChosen }: LegendProps) {
  return (
    <ul className="chart-legend mt-2 flex flex-wrap gap-x-5 gap-y-1">
      {SELECTIONS.filter((selection) => sales.has(selection)).map((selection) => (
        <li key={selection}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <Shapes selection={selection} places={[{ x: 8, y: 8 }]} size={4.5} isChosen={isChosen} />
          </svg>
          {SELECTION_LABELS[selection]}
          <span className="tabular text-quiet">{formatNumber(sales.get(selection)?.length ?? 0)}</span>
        </li>
      ))}
    </ul>
  )
}
