import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatGbp } from '#shared/text/money.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { Price, PriceNote } from '#shared/ui/price.tsx'
import { platePath, registrationPath, wishPath } from '#shared/urls.ts'
import type { OfferedRegistration, RegistrationState } from './read-offered.ts'

/** A plate with a caption: the name with the matching letters underlined, and the state of the plate. */
export function RegistrationCard({
  text,
  reads,
  places,
  state,
  shown,
}: OfferedRegistration & { shown: string }) {
  return (
    <li className={state.kind === 'ours' ? 'find-card find-card-ours' : 'find-card'}>
      <PlateFace registration={text} className="block w-full" />
      <p className="find-line">
        {places.length > 0 ? <UnderlinedName shown={shown} places={places} /> : <span>{reads}</span>}
        <Link
          prefetch="intent"
          to={pathOf(text, state)}
          className="card-link find-state"
          aria-label={`${text}: ${spoken(state)}`}
        >
          <State state={state} />
        </Link>
      </p>
      {state.kind === 'ours' && <PriceNote priceGbp={state.priceGbp} />}
    </li>
  )
}

function pathOf(text: string, { kind }: RegistrationState): string {
  return kind === 'ours' ? platePath(text) : kind === 'sold' ? registrationPath(text) : wishPath(text, 'find')
}

function State({ state }: { state: RegistrationState }): ReactNode {
  switch (state.kind) {
    case 'ours':
      return (
        <span>
          Ours, <Price priceGbp={state.priceGbp} />
        </span>
      )
    case 'sold':
      return `Sold ${state.date}${state.priceGbp === null ? '' : `, ${formatGbp(state.priceGbp)} (${state.priceWords})`}`
    default:
      return 'Ask us to find it'
  }
}

function spoken(state: RegistrationState): string {
  switch (state.kind) {
    case 'ours':
      return `ours, ${state.priceGbp > 0 ? formatGbp(state.priceGbp) : 'price on request'}`
    case 'sold':
      return `sold ${state.date}${state.priceGbp === null ? '' : `, ${formatGbp(state.priceGbp)} (${state.priceWords})`}`
    default:
      return 'ask us to find it'
  }
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
