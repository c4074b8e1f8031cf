import type { Difference } from '#services/articles/compare-versions.ts'
import { FIELD_LABELS } from './words.ts'

interface DifferencesProps {
  differences: readonly Difference[]
  /** The labels of the left and the right version. */
  before: string
  after: string
}

/** Shows two versions word by word, side by side or, on narrow screens, one below the other. */
export function Differences({ differences, before, after }: DifferencesProps) {
  if (differences.length === 0) return <p className="remark">The two versions are the same.</p>
  return (
    <div className="mt-3 grid gap-5">
      {differences.map(({ field, parts }) => (
        <section key={field} aria-label={FIELD_LABELS[field]}>
          <h3 className="mb-1.5 font-medium">{FIELD_LABELS[field]}</h3>
          <div className="grid gap-3 sm:grid-cols-2">
            <Side label={before} parts={parts} own="removed" />
            <Side label={after} parts={parts} own="added" />
          </div>
        </section>
      ))}
    </div>
  )
}

interface SideProps {
  label: string
  parts: Difference['parts']
  own: 'added' | 'removed'
}

function Side({ label, parts, own }: SideProps) {
  const Mark = own === 'added' ? 'ins' : 'del'
  const shown = shorten(parts).filter(({ kind }) => kind === 'same' || kind === own)
  return (
    <div className="min-w-0 border border-line bg-panel px-3 py-2.5">
      <p className="text-aside text-quiet">{label}</p>
      <p className="wrap-anywhere whitespace-pre-wrap [&_del]:bg-red/15 [&_ins]:bg-green/18">
        {shown.length === 0 && <span className="text-quiet">Nothing</span>}
        {shown.map(({ text, kind }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
          kind === own ? <Mark key={index}>{text}</Mark> : <span key={index}>{text}</span>,
        )}
      </p>
    </div>
  )
}

const AROUND = 200

/** Shortens long unchanged passages to the words around each change. */
function shorten(parts: Difference['parts']): Difference['parts'] {
  return parts.map((part, index) => {
    const { text, kind } = part
    if (kind !== 'same' || text.length <= 3 * AROUND) return part
    const before = index === 0 ? '' : text.slice(0, AROUND).replace(/\s+\S*$/, '')
    const after = index === parts.length - 1 ? '' : text.slice(-AROUND).replace(/^\S*\s+/, '')
    return { kind, text: `${before}\n[…]\n${after}` }
  })
}
