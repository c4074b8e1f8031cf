/** The house's own mark: a tiny plate with two strokes on it. */
export function SiteMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 44 28" className={className} aria-hidden="true" focusable="false">
      <rect width="44" height="28" rx="5" className="fill-plate" />
      <path
        d="M9 22V6h7.5a4.75 4.75 0 0 1 0 9.5H12M25 6l3.6 15.5L31.500 10.500 34.400 21.500 38 6"
        className="fill-none stroke-plate-ink"
        strokeWidth="3.400"
        strokeLinejoin="round"
      />
    </svg>
  )
}
