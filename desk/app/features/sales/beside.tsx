import type { Bill } from '#services/sales/fee-account.ts'
import type { Explorer } from '#shared/sales/explorers.ts'
import { longDay } from '#shared/text/format.ts'
import { formatGbp, formatGbpAndPence } from '#shared/text/money.ts'
import { CheckField } from '../../ui/field.tsx'
import { Section, TextLink } from '../../ui/page.tsx'
import type { Checked } from './check.server.ts'
import type { SaleHistory } from './history.server.ts'

/** The calculation from hammer price to total, or why there is none. */
export function FeeAccountPanel({ account: { bills, why } }: Pick<Checked, 'account'>) {
  return (
    <Section id="account-title" title="What the fees come to" className="border-line border-t-2 pt-3">
      {why && <p className="stock-remark">{why}</p>}
      {bills.map((bill) => (
        <BillTable key={bill.source ?? ''} bill={bill} />
      ))}
    </Section>
  )
}

function BillTable({ bill: { source, rate, lines, totalGbp } }: { bill: Bill }) {
  return (
    <table className="sale-bill">
      {source && (
        <caption>
          At {rate}, according to {source}
        </caption>
      )}
      <tbody>
        {lines.map(({ label, amountPence }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{formatGbpAndPence(amountPence / 100)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>{formatGbp(totalGbp)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

interface FindingsProps {
  findings: Checked['findings']
  confirmed: readonly string[]
}

/** Duplicates and contradictions. Warnings can be confirmed; refusals cannot be saved. */
export function Findings({ findings, confirmed }: FindingsProps) {
  return (
    <div aria-live="polite" className="sale-findings">
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
                  <CheckField name="confirm" value={code} defaultChecked={confirmed.includes(code)}>
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
      {entry ? <LogEntry {...entry} /> : <p className="stock-remark">{none}</p>}
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
  <blockquote className="sale-log">
    <p>
      <strong>{registration}</strong>
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
          <li key={`${at} ${change}`} className="history-line">
            <p>
              {change}
              <span className="history-who">
                {reason} <time dateTime={at}>{longDay(at)}</time>
              </span>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
