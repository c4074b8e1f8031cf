import { DRAWN_LETTERS, LOGO } from '#shared/ui/logo-drawing.ts'
import { useSite } from '#shared/ui/use-site.tsx'

export function Logo({ className }: { className?: string }) {
  const { letters } = useSite()
  const { width, height, radius, path, strokeWidth } = LOGO
  // The server draws other letters, so that pages don't load the code for it.
  if (letters !== DRAWN_LETTERS) return <img src={`/icons/${letters}.svg`} alt="" className={className} />
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
