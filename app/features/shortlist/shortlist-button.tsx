import { toggleShortlisted, useShortlist } from './shortlist-storage.ts'

export function ShortlistButton({
  registration,
  className = '',
}: {
  registration: string
  className?: string
}) {
  const isShortlisted = useShortlist().includes(registration)
  return (
    <button
      type="button"
      className={`quiet-link shortlist-button scripted ${className}`}
      onClick={() => toggleShortlisted(registration)}
    >
      <svg
        viewBox="0 0 16 16"
        aria-hidden="true"
        className={isShortlisted ? 'shortlist-icon shortlist-icon-full' : 'shortlist-icon'}
      >
        <path d="M4 2.500h8v11l-4-3-4 3z" />
      </svg>
      <span className="shortlist-label">{isShortlisted ? 'Saved' : 'Save'}</span>
      <span className="sr-only">
        {isShortlisted ? ` ${registration}: remove from the shortlist` : ` ${registration}`}
      </span>
    </button>
  )
}
