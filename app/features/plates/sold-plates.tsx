import { useEffect, useState } from 'react'
import type { Budget } from '#shared/plates/budget.ts'
import { quoteSearch } from '#shared/plates/search/plate-search.ts'
import { TitledSection } from '#shared/ui/titled-section.tsx'
import { findPath } from '#shared/urls.ts'
import { Link } from '../../shared/ui/link.tsx'
import { RegistrationCard } from '../find/find-card.tsx'
import type { OfferedRegistration } from '../find/registration-state.ts'

/** Sales of plates that read as the search. */
export interface SoldLike {
  search: string
  registrations: OfferedRegistration[]
}

/** Delay before a search, because every typed letter is another one. */
const TYPING_PAUSE_MS = 400

interface SoldPlatesProps {
  search: string
  budget: Budget
  read: SoldLike | null
}

/**
 * Shown after a search without results. The server reads the sales for its first page, the browser for later searches.
 */
export function SoldPlates({ search, budget, read }: SoldPlatesProps) {
  const [sold, setSold] = useState(read?.search === search ? read : null)
  const isRead = sold !== null
  useEffect(() => {
    if (isRead) return
    let isStale = false
    const timer = setTimeout(() => {
      readInBrowser(search).then(
        (registrations) => !isStale && setSold({ search, registrations }),
        (error) => console.error('Error fetching sales that read as a name', error),
      )
    }, TYPING_PAUSE_MS)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [search, isRead])

  const shown = quoteSearch(search)
  const hasSold = sold !== null && sold.registrations.length > 0
  return (
    <TitledSection
      id="sold-like"
      title={hasSold ? `What plates like ${shown} sold for` : `Registrations that read as ${shown}`}
      size="subheading"
      className="mt-6 border-line border-t pt-6"
    >
      <p className="mt-2 max-w-reading text-quiet">
        {hasSold && 'These have sold before, but are not ours to sell. '}
        <Link to={findPath(shown, budget)} rel="nofollow" className="link">
          See every registration that could read as {shown}
        </Link>{' '}
        and ask us to find one.
      </p>
      {hasSold && (
        <ul className="find-grid find-grid-of-four" aria-label={`Sold plates that read as ${shown}`}>
          {sold.registrations.map((registration) => (
            <RegistrationCard key={registration.text} {...registration} shown={shown} />
          ))}
        </ul>
      )}
    </TitledSection>
  )
}

async function readInBrowser(search: string): Promise<OfferedRegistration[]> {
  const [{ getBrowserClient }, { readSoldRegistrations }] = await Promise.all([
    import('#shared/data/client.ts'),
    import('../find/read-sold.ts'),
  ])
  return readSoldRegistrations(getBrowserClient(), search)
}
