import { Suspense, useEffect } from 'react'
import { Await, useRevalidator } from 'react-router'
import { compactTyped } from '#shared/registration/typed-registration.ts'
import { plural } from '#shared/text/format.ts'
import { ButtonLink } from '../../shared/ui/button-link.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { TextLink } from '../../shared/ui/text-link.tsx'
import { Unavailable } from '../../shared/ui/unavailable.tsx'
import { AbsentPlates } from './absent-plates.tsx'
import { PlatesForSale } from './plates-for-sale.tsx'
import type { AbsentPlate, Comparison } from './read-comparison.ts'
import { clearShortlist, toggleShortlisted, useShortlist } from './shortlist-storage.ts'

interface Own {
  /** The shortlist at the time when the plates were read. */
  requested: readonly string[]
  comparison: Comparison
}

/** The plates saved in this browser; `own` is null on the server and during hydration. */
export function OwnShortlist({ own }: { own: Promise<Own | null> | null }) {
  return (
    <Page title="Shortlist" path="/shortlist" noindex>
      {own ? (
        <Suspense fallback={<p className="loading">Loading plates...</p>}>
          <Await resolve={own}>{(read) => <Read own={read} />}</Await>
        </Suspense>
      ) : (
        <NeedsInput />
      )}
    </Page>
  )
}

function NeedsInput() {
  return (
    <>
      <p className="loading scripted">Loading plates...</p>
      <p className="unscripted mt-6 max-w-reading text-lg text-quiet">
        Your shortlist is saved in your browser and needs JavaScript. You can still{' '}
        <TextLink to="/plates">browse every plate</TextLink> and enquire without it.
      </p>
    </>
  )
}

function Read({ own }: { own: Own | null }) {
  const shortlist = useShortlist()
  if (shortlist.length === 0) return <EmptyShortlist />
  if (own === null)
    return (
      <Unavailable title="We can’t show your plates just now">
        They are still on your shortlist, so please try again in a minute.
      </Unavailable>
    )
  return <SavedPlates shortlist={shortlist} {...own} />
}

function EmptyShortlist() {
  return (
    <>
      <p className="mt-6 max-w-reading text-lg text-quiet">
        Your shortlist is empty. Press Save on a plate to keep it here, compare it with others and send the
        list to anyone choosing with you. No account needed: the list stays in this browser.
      </p>
      <p className="mt-8">
        <ButtonLink to="/plates">Browse plates</ButtonLink>
      </p>
    </>
  )
}

function SavedPlates({ shortlist, requested, comparison }: Own & { shortlist: readonly string[] }) {
  const { revalidate } = useRevalidator()
  const plates = comparison.plates.filter(({ registration }) => shortlist.includes(registration))
  const absent = comparison.absent.filter((plate) => savedAs(plate, shortlist) !== undefined)
  const hasMore = shortlist.some((registration) => !requested.includes(registration))

  // Another tab added a plate.
  useEffect(() => {
    if (hasMore) revalidate()
  }, [hasMore, revalidate])

  return (
    <>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-1">
        <p
          role="status"
          className="tabular text-quiet"
        >{`${plural(plates.length, 'plate')} saved in this browser.`}</p>
        <button type="button" className="quiet-link shortlist-button" onClick={clearShortlist}>
          Clear the shortlist
        </button>
      </div>
      {plates.length > 0 && (
        <PlatesForSale
          plates={plates}
          action={(registration) => <RemoveButton registration={registration} />}
        />
      )}
      <AbsentPlates
        heading="No longer for sale"
        absent={absent}
        unsold="No longer for sale."
        action={(plate) => <RemoveButton registration={savedAs(plate, shortlist) ?? plate.registration} />}
      />
    </>
  )
}

/** The spelling in the list. */
const savedAs = ({ compact }: AbsentPlate, shortlist: readonly string[]) =>
  shortlist.find((registration) => compactTyped(registration) === compact)

function RemoveButton({ registration }: { registration: string }) {
  return (
    <button
      type="button"
      className="quiet-link shortlist-button"
      onClick={() => toggleShortlisted(registration)}
    >
      Remove
      <span className="sr-only"> {registration} from the shortlist</span>
    </button>
  )
}
