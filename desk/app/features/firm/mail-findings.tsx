import type { DomainCheck } from '#services/mail-domain/check-mail-domain.ts'
import type { Finding, Level } from '#services/mail-domain/finding.ts'
import { plural } from '#shared/text/format.ts'
import { Fact } from '../stock/plate-fact.tsx'

const LEVELS: Record<Level, { label: string; className: string }> = {
  good: { label: 'In order', className: 'font-normal text-green' },
  problem: { label: 'Needs fixing', className: 'text-red' },
  unknown: { label: 'Unknown', className: 'font-normal text-quiet' },
}

const TOPICS: Record<Finding['topic'], string> = {
  Domain: 'The domain',
  MX: 'MX: where replies go',
  SPF: 'SPF: who may send for you',
  DKIM: 'DKIM: the signature',
  DMARC: 'DMARC: what happens to mail that fails',
}

/** Values from DNS are untrusted and rendered as text. */
export function Findings({ check }: { check: DomainCheck & { signedElsewhere: string | null } }) {
  const { domain, findings, signedElsewhere } = check
  return (
    <section aria-labelledby="findings-title" className="mt-7">
      <div role="status">
        <h3 id="findings-title" className="mb-2 font-medium">
          {domain}: {summarize(findings)}
        </h3>
      </div>
      {signedElsewhere && (
        <p className="desk-note" data-kind="error">
          The signature you pasted is from {signedElsewhere}, not {domain}, so it does not help with DMARC.
          Turn on DKIM for your own domain at your mail provider.
        </p>
      )}
      <ul className="ledger-list">
        {findings.map((finding) => (
          <li key={`${finding.topic} ${finding.asked}`}>
            <FindingItem finding={finding} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function summarize(findings: readonly Finding[]): string {
  const count = (level: Level) => findings.filter((finding) => finding.level === level).length
  if (count('problem') > 0) return `${plural(count('problem'), 'thing needs', 'things need')} fixing`
  return count('unknown') > 0 ? 'some checks could not be made' : 'everything is in order'
}

function FindingItem({ finding }: { finding: Finding }) {
  const { topic, level, asked, found, means, todo, paste } = finding
  return (
    <div className="finding grid grid-cols-1 gap-1.5 py-3.5">
      <h4 className="flex flex-wrap items-baseline justify-between gap-x-4 font-medium">
        {TOPICS[topic]} <span className={`text-note ${LEVELS[level].className}`}>{LEVELS[level].label}</span>
      </h4>
      <p>{means}</p>
      {todo && <p>{todo}</p>}
      {paste && (
        <dl className="rounded-md border border-line bg-panel px-3 py-2 text-row">
          {Object.entries({ Name: paste.name, Type: paste.type, Value: paste.value }).map(([name, value]) => (
            <Fact key={name} label={name} className="grid grid-cols-[3.5rem_1fr] gap-2">
              {/* One click selects all of it. */}
              <code className="select-all">{value}</code>
            </Fact>
          ))}
        </dl>
      )}
      {asked && (
        <details className="text-note text-quiet">
          <summary>DNS query and answer</summary>
          <p>Asked: {asked}</p>
          {found.length === 0 ? (
            <p>No answer.</p>
          ) : (
            <ul>
              {found.map((record, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: records may be equal, and are never reordered
                <li key={index}>
                  <code>{record}</code>
                </li>
              ))}
            </ul>
          )}
        </details>
      )}
    </div>
  )
}
