import { LOGO } from './logo-drawing.ts'

export function Logo({ className }: { className?: string }) {
  const { width, height, radius, path, strokeWidth } = LOGO
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={className} aria-hidden="true" focusable="false">
      <rect width={width} height={height} rx={radius} className="fill-plate" />
      <path
        d={path}
        className="fill-none stroke-plate-ink"
        strokeWidth={strokeWidth}
        strokeLinejoin="round"
      />
    </svg>
  )
}
