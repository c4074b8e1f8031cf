import type { Explorer } from '#shared/sales/explorers.ts'
import { longDay } from '#shared/text/format.ts'
import { formatGbp, formatGbpAndPence } from '#shared/text/money.ts'
import { Table } from '#shared/ui/table.tsx'
import { CheckField } from '../../ui/field.tsx'
import { Section, TextLink } from '../../ui/page.tsx'
import type { Checked } from './check.server.ts'
import type { SaleHistory } from './history.server.ts'

/** The calculation from hammer price to total, or why there is none. */
export function FeeAccountPanel({ account: { bills, why } }: Pick<Checked, 'account'>) {
  return (
    <Section id="account-title" title="What the fees come to" className="border-line border-t-2 pt-3">
      {why && <p className="remark">{why}</p>}
      {bills.map(({ source, rate, lines, totalGbp }) => (
        <Table
          key={source ?? ''}
          className="bill"
          captionClass="note"
          caption={source ? `At ${rate}, according to ${source}` : undefined}
          rows={lines.map(({ label, amountPence }) => [label, formatGbpAndPence(amountPence / 100)])}
          totals={[['Total', formatGbp(totalGbp)]]}
        />
      ))}
    </Section>
  )
}

interface FindingsProps {
  findings: Checked['findings']
}

/** Duplicates and contradictions. Warnings can be confirmed; refusals cannot be saved. */
export function Findings({ findings }: FindingsProps) {
  return (
    <div aria-live="polite">
      {findings.length > 0 && (
        <fieldset className="desk-note" data-kind="error">
          <legend className="sr-only">Before it is saved</legend>
          <ul className="grid gap-2">
            {findings.map(({ code, kind, text, saleId }) => (
              <li key={code}>
                <p>
                  {text} {saleId && <TextLink to={`/sales/${saleId}`}>See that sale</TextLink>}
                </p>
                {kind === 'warning' && (
                  <CheckField name="confirm" value={code}>
                    It is correct as typed
                  </CheckField>
                )}
              </li>
            ))}
          </ul>
        </fieldset>
      )}
    </div>
  )
}

/** The exact entry for the public log, or why there is none. */
export function LogPreview({ none, entry }: { none: string; entry?: LogEntryProps | null }) {
  return (
    <Section id="log-title" title="What the public log will say" className="border-line border-t-2 pt-3">
      {entry ? <LogEntry {...entry} /> : <p className="remark">{none}</p>}
    </Section>
  )
}

interface LogEntryProps {
  registration: string
  explorer: Explorer
  outcome?: string
  change: string
  reason: string
}

export const LogEntry = ({ registration, explorer, outcome, change, reason }: LogEntryProps) => (
  <blockquote className="wrap-anywhere mt-3 grid gap-1.5 border-plate border-l-3 pl-3">
    <p>
      <strong className="font-semibold">{registration}</strong>
      {explorer.suffix}
      {outcome && `, ${outcome}`}
    </p>
    <p>{change}</p>
    <p className="text-quiet">{reason.trim().replace(/\s+/g, ' ') || 'Your reason'}</p>
  </blockquote>
)

/** The entries of the public log for the registration. */
export function PublishedLog({ published }: Pick<SaleHistory, 'published'>) {
  if (published.length === 0) return null
  return (
    <Section id="published-title" title="In the public log" className="mt-8 max-w-reading">
      <ul className="ledger-list">
        {published.map(({ at, change, reason }) => (
          <li key={`${at} ${change}`} className="ledger-line">
            <p>
              {change}
              <span className="block text-aside text-quiet">
                {reason} <time dateTime={at}>{longDay(at)}</time>
              </span>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
