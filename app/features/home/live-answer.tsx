// Shows the typed text as a lawful plate, with what we know about it. Loaded when the hero's field gets the focus.

import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { type Budget, hasBudget } from '#shared/plates/budget.ts'
import { formatGbp } from '#shared/text/money.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { Price } from '#shared/ui/price.tsx'
import { findPath, platePath, registrationPath } from '#shared/urls.ts'
import { Link } from '../../shared/ui/link.tsx'
import {
  describeAnswer,
  type FindAnswer,
  type FoundCard,
  findJsonPath,
  NOTHING,
  REFUSED,
  UNREACHABLE,
} from '../find/find-answer.ts'
import { leadRegistration } from '../find/lead.ts'
import { describeGuide } from '../find/registration-figure.ts'
import { readSentence } from '../find/typed-sentence.ts'

const PAUSE_MS = 150
const TIME_OUT_MS = 10_000

export function LiveAnswer({ typed }: { typed: string }) {
  const shown = useDeferredValue(typed)
  const { name, isRefused, text, budget } = useMemo(() => {
    const { search, budget } = readSentence(shown)
    return { ...leadRegistration(search), budget }
  }, [shown])
  const answer = useAnswer(text === null ? '' : (name?.shown ?? ''), budget)
  // With a budget, the first registration within it.
  const drawn = text === null ? '' : ((hasBudget(budget) ? answer?.found?.cards[0]?.text : null) ?? text)
  return (
    <>
      <PlateFace
        registration={drawn}
        title={drawn === '' ? 'An empty plate' : `Registration ${drawn}`}
        className="block w-full"
      />
      <div className="hero-answer pt-3">
        <p role="status" className="note leading-normal">
          {isRefused ? REFUSED : text === null ? NOTHING : describeLiveAnswer(answer)}
        </p>
        {answer !== null && text !== null && (
          <p className="note mt-1.5 flex flex-wrap gap-x-5 gap-y-1">
            {!hasBudget(budget) && (
              <Link to={isOurs(answer) ? platePath(text) : registrationPath(text)} className="link">
                {isOurs(answer) ? `See ${text}` : `All about ${text}`}
              </Link>
            )}
            <Link
              to={findPath(answer.name, budget)}
              rel="nofollow"
              className="link"
            >{`All plates for ${answer.name}`}</Link>
          </p>
        )}
        {answer?.found && answer.found.cards.length > 0 && (
          <ul className="mt-3 grid grid-cols-2 gap-4 sm:grid-cols-4" aria-label="Similar plates">
            {answer.found.cards.map((card) => (
              <Card key={card.text} {...card} />
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

/** `found` is null if the lookup failed. */
interface Answer {
  name: string
  path: string
  found: FindAnswer | null
}

const isOurs = (answer: Answer | null) => answer?.found?.lead?.state.kind === 'ours'

function describeLiveAnswer(answer: Answer | null): string {
  if (answer === null) return ''
  return answer.found ? describeAnswer(answer.found) : UNREACHABLE
}

/** The results for a name after a short delay; null until then. Cancels outdated requests. */
function useAnswer(name: string, budget: Budget): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const path = findJsonPath(name, budget)
  useEffect(() => {
    if (name === '') return
    const request = new AbortController()
    let isCurrent = true
    const timer = setTimeout(() => {
      setTimeout(() => request.abort(), TIME_OUT_MS)
      readAnswer(path, request.signal)
        .catch(() => null)
        .then((found) => {
          if (isCurrent) setAnswer({ name, path, found })
        })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      isCurrent = false
      request.abort()
    }
  }, [name, path])
  return answer?.path === path ? answer : null
}

async function readAnswer(path: string, signal: AbortSignal): Promise<FindAnswer> {
  const response = await fetch(path, { signal })
  if (!response.ok) throw new Error(`The search answered ${response.status}`)
  const found: FindAnswer = await response.json()
  if (!Array.isArray(found.cards)) throw new Error('The search answered with other data')
  return found
}

function Card({ text, state }: FoundCard) {
  return (
    <li>
      <Link to={state.kind === 'ours' ? platePath(text) : registrationPath(text)} className="hero-card">
        <PlateFace
          registration={text}
          className={state.kind === 'ours' ? 'block w-full' : 'plate-outline block w-full'}
        />
        <Figure state={state} />
      </Link>
    </li>
  )
}

function Figure({ state }: Pick<FoundCard, 'state'>) {
  if (state.kind === 'unknown')
    return state.guide && <span className="text-quiet">{describeGuide(state.guide)}</span>
  if (state.kind === 'ours')
    return (
      <>
        <span className="font-semibold">
          <Price priceGbp={state.priceGbp} />
        </span>
        <span className="text-quiet">For sale</span>
      </>
    )
  const { priceGbp, priceWords, date } = state
  return (
    <>
      {priceGbp !== null && <span className="tabular">{formatGbp(priceGbp)}</span>}
      <span className="text-quiet">
        Sold {date}
        {priceGbp !== null && `, ${priceWords}`}
      </span>
    </>
  )
}
