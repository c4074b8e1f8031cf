import { longDay } from '../../../shared/format.ts'
import { type Correction, MAX_CORRECTIONS } from '../data/corrections.ts'

export function CorrectionsLog({ corrections, isRead }: { corrections: Correction[]; isRead: boolean }) {
  if (corrections.length === 0)
    return <p>{isRead ? 'There have been none so far.' : 'The list cannot be read just now.'}</p>
  return (
    <>
      <p>
        Every sale that was changed or removed, with the date and the reason, latest first
        {corrections.length === MAX_CORRECTIONS && `: the last ${MAX_CORRECTIONS}`}.
      </p>
      <ol className="border-line border-b">
        {corrections.map(({ at, explorer, registration, kind, change, reason }) => (
          <li key={[at, explorer, registration, change].join()} className="border-line border-t py-4">
            <p>
              <strong className="font-semibold">{registration}</strong>
              {explorer === 'jersey' && ', Jersey'}
              {kind === 'removed' && ', removed'}
              {kind === 'restored' && ', on record again'}
              <time dateTime={at} className="block text-quiet text-sm">
                {longDay(at)}
              </time>
            </p>
            <p className="mt-2">{change}</p>
            <p className="mt-1 text-quiet">{reason}</p>
          </li>
        ))}
      </ol>
    </>
  )
}
