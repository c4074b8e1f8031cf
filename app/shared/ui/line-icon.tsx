/** A drawing of lines, 24 units square. */
export const LineIcon = ({ lines }: { lines: string }) => (
  <svg viewBox="0 0 24 24" className="size-6 fill-none stroke-current" aria-hidden="true">
    <path d={lines} strokeWidth="1.75" />
  </svg>
)

export const CROSS = 'm6 6 12 12M18 6 6 18'
