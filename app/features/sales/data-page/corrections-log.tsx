import { type Correction, MAX_CORRECTIONS } from '#shared/sales/corrections.ts'
import { EXPLORERS } from '#shared/sales/explorers.ts'
import { formatNumber, longDay } from '#shared/text/format.ts'
import { groupCorrections } from './group-corrections.ts'

const OUTCOMES = { edited: 'corrected', removed: 'removed', restored: 'on record again' }

export const NO_CORRECTIONS = 'There have been none so far.'

export function CorrectionsLog({ corrections, isRead }: { corrections: Correction[]; isRead: boolean }) {
  if (corrections.length === 0) return <p>{isRead ? NO_CORRECTIONS : 'The list cannot be read just now.'}</p>
  return (
    <>
      <p>
        Every sale that was changed or removed, with the date and the reason, latest first
        {corrections.length === MAX_CORRECTIONS && `: the last ${MAX_CORRECTIONS}`}.
      </p>
      <ol className="border-line border-b">
        {groupCorrections(corrections).map((group) => (
          <li
            key={[group[0].at, group[0].registration, group[0].change].join()}
            className="border-line border-t py-4"
          >
            {group.length === 1 ? <Single correction={group[0]} /> : <Together group={group} />}
          </li>
        ))}
      </ol>
    </>
  )
}

function Single({ correction }: { correction: Correction }) {
  const { kind, registration, change } = correction
  return (
    <>
      <EntryHead
        correction={correction}
        subject={registration}
        outcome={kind === 'edited' ? null : OUTCOMES[kind]}
      />
      <p className="mt-2">{change}</p>
      <p className="mt-1 text-quiet">{correction.reason}</p>
    </>
  )
}

/** Sales that were changed together, for example by an import. */
function Together({ group }: { group: readonly [Correction, ...Correction[]] }) {
  const [first] = group
  return (
    <>
      <EntryHead
        correction={first}
        subject={`${formatNumber(group.length)} sales`}
        outcome={OUTCOMES[first.kind]}
      />
      <p className="mt-2 text-quiet">{first.reason}</p>
      <details className="mt-2">
        <summary className="link w-fit cursor-pointer py-1">Each sale</summary>
        <ul className="mt-2 grid gap-2">
          {group.map(({ registration, change }) => (
            <li key={`${registration} ${change}`}>
              <strong className="font-semibold">{registration}</strong>: {change}
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

interface EntryHeadProps {
  correction: Correction
  subject: string
  outcome: string | null
}

function EntryHead({ correction: { at, explorer }, subject, outcome }: EntryHeadProps) {
  return (
    <p>
      <strong className="font-semibold">{subject}</strong>
      {EXPLORERS[explorer].suffix}
      {outcome && `, ${outcome}`}
      <time dateTime={at} className="block text-quiet text-sm">
        {longDay(at)}
      </time>
    </p>
  )
}
