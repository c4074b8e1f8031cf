import { PlateFace } from '#shared/ui/plate-face.tsx'
import { platePath, registrationPath } from '#shared/urls.ts'
import { Link } from '../../shared/ui/link.tsx'
import { describeFigure } from './registration-figure.ts'
import type { OfferedRegistration } from './registration-state.ts'

/** A plate with its price, if known, and, unless it covers the whole name, the name with the covered letters underlined. */
export function RegistrationCard({
  text,
  reads,
  places,
  state,
  shown,
}: OfferedRegistration & { shown: string }) {
  const isOurs = state.kind === 'ours'
  const figure = describeFigure(state)
  const isWhole = places.length === shown.replaceAll(' ', '').length
  return (
    <li className={isOurs ? 'find-card find-card-ours relative' : 'find-card relative'}>
      <PlateFace registration={text} className={isOurs ? 'block w-full' : 'plate-outline block w-full'} />
      <p className="find-line">
        <Link
          to={isOurs ? platePath(text) : registrationPath(text)}
          rel={state.kind === 'unknown' ? 'nofollow' : undefined}
          className="card-link find-figure"
          aria-label={figure === '' ? text : `${text}: ${figure}`}
        >
          {figure}
        </Link>
        {places.length === 0 ? (
          <span>{reads}</span>
        ) : (
          !isWhole && <UnderlinedName shown={shown} places={places} />
        )}
      </p>
    </li>
  )
}

/** 'SOPHIE' with 0, 1, 2, 5 underlines SOP and E. */
export function UnderlinedName({ shown, places }: { shown: string; places: readonly number[] }) {
  const read = new Set(places)
  const runs: { text: string; isRead: boolean }[] = []
  let place = 0
  for (const character of shown) {
    const isSpace = character === ' '
    const isRead = !isSpace && read.has(place)
    if (!isSpace) place++
    const last = runs.at(-1)
    if (last && (last.isRead === isRead || isSpace)) last.text += character
    else runs.push({ text: character, isRead })
  }
  return (
    <span className="find-word">
      {runs.map(({ text, isRead }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the runs of one name never move
        isRead ? <u key={index}>{text}</u> : <span key={index}>{text}</span>,
      )}
    </span>
  )
}
