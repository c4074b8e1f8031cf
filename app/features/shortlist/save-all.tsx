import { useEffect, useRef, useState } from 'react'
import { Link } from '../../shared/ui/link.tsx'
import { MAX_SHORTLISTED, toggleShortlisted, useShortlist } from './shortlist-storage.ts'

/** Saves as many plates as fit, without displacing any that the visitor saved before. */
export function SaveAll({ registrations }: { registrations: readonly string[] }) {
  const shortlist = useShortlist()
  const [isPressed, setPressed] = useState(false)
  const missing = registrations.filter((registration) => !shortlist.includes(registration))

  // The button has disappeared, and with it the focus.
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isPressed) link.current?.focus()
  }, [isPressed])

  const saveAll = () => {
    for (const registration of missing.slice(0, MAX_SHORTLISTED - shortlist.length))
      toggleShortlisted(registration)
    setPressed(true)
  }

  return (
    <>
      {missing.length > 0 && !isPressed && (
        <button type="button" className="button button-quiet scripted" onClick={saveAll}>
          {registrations.length === 1 ? 'Save to my shortlist' : 'Save all to my shortlist'}
        </button>
      )}
      {(missing.length === 0 || isPressed) && (
        <Link ref={link} to="/shortlist" className="link">
          Open my shortlist
        </Link>
      )}
      <p role="status" className="shortlist-said">
        {isPressed &&
          (missing.length === 0
            ? 'Saved in this browser.'
            : `A shortlist holds ${MAX_SHORTLISTED} plates, so ${missing.length} did not fit.`)}
      </p>
    </>
  )
}
