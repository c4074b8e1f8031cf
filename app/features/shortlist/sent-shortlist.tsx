import { formatList, plural } from '#shared/text/format.ts'
import { ButtonLink } from '../../shared/ui/button-link.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { PlatesUnavailable } from '../plates/plates-unavailable.tsx'
import { AbsentPlates } from './absent-plates.tsx'
import { PlatesForSale } from './plates-for-sale.tsx'
import type { Comparison } from './read-comparison.ts'
import { SaveAll } from './save-all.tsx'
import { listImagePath, MAX_DRAWN, MAX_SENT, type SentList, sentListPath } from './sent-list.ts'
import { ShortlistButton } from './shortlist-button.tsx'

/** A sent list: the plates in the URL with their current state. */
export function SentShortlist(sent: SentList & { comparison: Comparison | null }) {
  const { comparison } = sent
  const all = sent.listed.map(({ registration }) => registration)
  const drawn = comparison && drawable(comparison)
  const named = drawn && drawn.length > 0 ? drawn : all
  return (
    <Page
      title={describeTitle(named)}
      path={sentListPath(all)}
      description="Plates side by side: what each costs today, what it reads as, and which vehicle it may go on."
      image={
        drawn && drawn.length > 0
          ? { src: listImagePath(drawn), alt: `Number plates: ${formatList(drawn.slice(0, MAX_DRAWN))}` }
          : undefined
      }
      noindex
      heading="A Shortlist"
    >
      {comparison === null ? <PlatesUnavailable /> : <Plates {...sent} comparison={comparison} />}
    </Page>
  )
}

function Plates({ listed, unreadable, leftOut, comparison }: SentList & { comparison: Comparison }) {
  const { plates, absent, hasReadFailed } = comparison
  const isEmpty = listed.length === 0
  const sold = absent.filter((plate) => plate.sold !== null)
  const unknown = absent.filter((plate) => plate.sold === null)
  return (
    <>
      <p className="mt-6 max-w-reading text-lg text-quiet">
        {isEmpty
          ? 'There are no plates in this link. Part of it may be missing.'
          : plates.length === 0
            ? 'We don’t have any of the plates in this link for sale.'
            : `${plural(plates.length, 'plate')} for sale, at today’s ${plates.length === 1 ? 'price' : 'prices'}. The link stays up to date: plates that are sold later will say so here.`}
      </p>
      {plates.length > 0 ? (
        <PlatesForSale
          plates={plates}
          action={(registration) => <ShortlistButton registration={registration} />}
        >
          <SaveAll registrations={plates.map(({ registration }) => registration)} />
        </PlatesForSale>
      ) : (
        <p className="mt-8">
          <ButtonLink to="/plates">Browse plates</ButtonLink>
        </p>
      )}
      <AbsentPlates heading="No longer for sale" absent={sold} />
      <AbsentPlates
        heading="Not for sale with us"
        absent={unknown}
        unsold={
          hasReadFailed ? 'We can’t check whether it was sold just now.' : 'No sale of it is on record.'
        }
      />
      <Notes dropped={unreadable} leftOut={leftOut} />
    </>
  )
}

function Notes({ dropped, leftOut }: { dropped: number; leftOut: number }) {
  if (dropped + leftOut === 0) return null
  return (
    <div className="mt-10 max-w-reading text-quiet text-sm">
      {leftOut > 0 && (
        <p>
          A link holds {MAX_SENT} plates: {leftOut === 1 ? 'one more was' : `${leftOut} more were`} left out.
        </p>
      )}
      {dropped > 0 && (
        <p>
          {dropped === 1 ? 'One entry' : `${dropped} entries`} of the link{' '}
          {dropped === 1 ? 'is not a registration and was' : 'are not registrations and were'} left out.
        </p>
      )}
    </div>
  )
}

const MAX_TITLED = 3

/** 'Shortlist: WD 1, RTL 1, PJM 4 and 2 more' */
function describeTitle(registrations: readonly string[]): string {
  if (registrations.length === 0) return 'Shortlist'
  const more = registrations.length - MAX_TITLED
  if (more <= 0) return `Shortlist: ${formatList(registrations)}`
  return `Shortlist: ${registrations.slice(0, MAX_TITLED).join(', ')} and ${more} more`
}

/** The plates for the share image: those in stock first, then those on record. */
function drawable({ plates, absent }: Comparison): string[] {
  const sold = absent.filter((plate) => plate.sold !== null)
  return [...plates, ...sold].map(({ registration }) => registration)
}
