import { drawPlate } from '#shared/registration/plate-drawing.ts'
import { PLATE_INK } from '#shared/ui/plate-face.tsx'
import type { PlateSide } from '#shared/urls.ts'
import { type PlatePiece, SHEET, SHEET_MARGIN, TAB_WIDTH } from './plate-sheets.ts'

export const FACE_COLOURS: Record<PlateSide, string> = { rear: '#f5c518', front: '#fff' }

const TOP = 20
const RULER_LENGTH = 100

interface PlateSheetProps {
  registration: string
  side: PlateSide
  piece: PlatePiece
  number: number
  count: number
}

/** One A4 sheet in millimetres: its piece of the plate, the overlap for joining, and a line to check the scale. */
export function PlateSheet({ registration, side, piece, number, count }: PlateSheetProps) {
  const { width, height, radius, path } = drawPlate(registration)
  const { from, to } = piece
  const hasTab = number > 1
  const left = SHEET_MARGIN + (hasTab ? TAB_WIDTH : 0)
  const right = left + to - from
  const bottom = TOP + height
  const name = `${registration}, ${side}, sheet ${number} of ${count}`
  return (
    <svg
      viewBox={`0 0 ${SHEET.width} ${SHEET.height}`}
      className={`plate-sheet plate-sheet-${side}`}
      role="img"
      aria-label={name}
    >
      <svg
        x={left}
        y={TOP}
        width={to - from}
        height={height}
        viewBox={`${from} 0 ${to - from} ${height}`}
        aria-hidden="true"
      >
        <rect
          x=".25"
          y=".25"
          width={width - 0.5}
          height={height - 0.5}
          rx={radius}
          fill={FACE_COLOURS[side]}
          stroke={PLATE_INK}
          strokeWidth=".5"
        />
        <path d={path} fill={PLATE_INK} />
      </svg>
      <g fill="none" stroke={PLATE_INK} strokeWidth=".25">
        {hasTab && (
          <path d={`M${left} ${TOP}h${-TAB_WIDTH}v${height}h${TAB_WIDTH}`} strokeDasharray="2 1.500" />
        )}
        {hasTab && <JoinMarks at={left} bottom={bottom} />}
        {number < count && <JoinMarks at={right} bottom={bottom} />}
        <path d={`M${SHEET_MARGIN} ${bottom + 24}v6m0-3h${RULER_LENGTH}m0-3v6`} strokeWidth=".35" />
      </g>
      <g fill={PLATE_INK} fontSize="4" className="plate-sheet-words">
        {hasTab && (
          <text
            transform={`translate(${left - TAB_WIDTH / 2 + 1.4} ${TOP + height / 2}) rotate(-90)`}
            textAnchor="middle"
          >
            This strip goes under sheet {number - 1}
          </text>
        )}
        <text x={SHEET_MARGIN} y={bottom + 20}>
          This line is {RULER_LENGTH} mm long. If yours is not, print again at 100%.
        </text>
        <text x={SHEET_MARGIN} y={bottom + 44}>
          {name}. For trying on: not a road-legal plate.
        </text>
      </g>
    </svg>
  )
}

function JoinMarks({ at, bottom }: { at: number; bottom: number }) {
  return <path d={`M${at} ${TOP - 8}v6M${at} ${bottom + 2}v6`} />
}
