import { useSite } from '#shared/ui/use-site.tsx'

interface TelephoneProps {
  className: string
}

/** A telephone link; renders nothing if the dealer has set no number. */
export function TelephoneLink({ className }: TelephoneProps) {
  const { telephone } = useSite()
  if (!telephone) return null
  return (
    <a href={telephone.link ?? undefined} className={className}>
      {telephone.number}
    </a>
  )
}

/** The same as an icon, for narrow places. */
export function CallButton({ className }: TelephoneProps) {
  const { telephone } = useSite()
  if (!telephone?.link) return null
  return (
    <a href={telephone.link} className={className} data-tooltip={`${telephone.number}, ${telephone.hours}`}>
      <svg viewBox="0 0 24 24" className="size-5 fill-none stroke-current" aria-hidden="true">
        <path
          d="M5 4h4l1.500 4.500-2.250 1.750a12 12 0 0 0 5.500 5.500l1.750-2.250L20 15v4a1.500 1.500 0 0 1-1.500 1.500A15 15 0 0 1 3.500 5.500 1.500 1.500 0 0 1 5 4z"
          strokeWidth="1.75"
          strokeLinejoin="round"
        />
      </svg>
      <span className="sr-only">Call {telephone.number}</span>
    </a>
  )
}
