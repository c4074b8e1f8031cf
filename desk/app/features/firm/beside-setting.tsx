/** Examples, previews and questions below some settings, which follow what is typed. */
import type { ReactNode } from 'react'
import type { SettingName } from '#services/settings/definitions.ts'
import { hoursContradiction } from '#services/settings/opening-hours.ts'
import { PRICE_WORDINGS, VAT_STATUSES, vatContradiction } from '#services/settings/vat-wording.ts'
import { feeRegimes } from '#shared/sales/fee-regimes.ts'
import { feeBill, percent, regimesNow } from '#shared/sales/fees.ts'
import { formatGbpAndPence } from '#shared/text/money.ts'
import { Table } from '#shared/ui/table.tsx'
import type { VatStatus } from '#site.config.ts'
import { SubmitButton } from '../../ui/desk-form.tsx'
import { CheckField, FormProblem } from '../../ui/field.tsx'
import type { EnquiryFacts } from './enquiry-facts.server.ts'
import { MailPreview } from './mail-preview.tsx'
import { parsePercent } from './percent.ts'
import type { Confirm } from './save-settings.server.ts'

interface BesideProps {
  /** What an input has now. */
  textIn(input: string): string
  /** Fills inputs in. */
  fill(form: HTMLFormElement | null, texts: Readonly<Record<string, string>>): void
  facts: EnquiryFacts | null
  confirm: Confirm | undefined
}

export const BESIDE: { [Name in SettingName]?: (props: BesideProps) => ReactNode } = {
  telephone: ({ textIn }) => <Warning>{hoursContradiction(textIn('telephone.hours'))}</Warning>,
  vat: SuggestedWording,
  pricesStatement({ textIn }) {
    const words = { note: textIn('pricesNote'), statement: textIn('pricesStatement') }
    const contradiction = vatContradiction(statusIn(textIn), words)
    return (
      <div className="setting" role="status">
        {contradiction && <p className="desk-note">{`${contradiction} See the suggested wording above.`}</p>}
      </div>
    )
  },
  dvlaPremium: ({ textIn }) => <WorkedExample rate={textIn('dvlaPremium.rate')} />,
  acknowledgements: ({ facts }) => (
    <details className="setting">
      <summary>What the visitor receives</summary>
      {facts?.previews.map(({ label, subject, text }) => (
        <figure key={label} className="mt-3">
          <figcaption className="mb-1 text-note text-quiet">{label}</figcaption>
          <MailPreview subject={subject} text={text} />
        </figure>
      ))}
    </details>
  ),
  retentionMonths: ({ facts, confirm }) => (
    <>
      <p className="help">{facts?.retention}</p>
      {confirm && (
        <FormProblem>
          <p>{confirm.words}</p>
          <CheckField name="sureOf" value={confirm.months}>
            Yes, keep enquiries for {confirm.months} {confirm.months === 1 ? 'month' : 'months'} only
          </CheckField>
          <p className="text-quiet">Nothing has been saved. Tick the box and save again.</p>
        </FormProblem>
      )}
    </>
  ),
}

const Warning = ({ children }: { children: string | null }) =>
  children && (
    <p className="waits" role="status">
      {children}
    </p>
  )

const statusIn = (textIn: BesideProps['textIn']): VatStatus =>
  (Object.keys(VAT_STATUSES) as VatStatus[]).find((status) => status === textIn('vat')) ?? 'included'

function SuggestedWording({ textIn, fill }: BesideProps) {
  const status = statusIn(textIn)
  const { note, statement } = PRICE_WORDINGS[status]
  return (
    <div className="setting border-line border-l-3 pl-3.5 text-row [&>button]:justify-self-start">
      <p className="label">{`Suggested wording for “${VAT_STATUSES[status]}”`}</p>
      <p>{`Beside each price: ${note}`}</p>
      <p>{statement}</p>
      <SubmitButton
        name="take"
        value={status}
        formNoValidate
        onClick={(event) => {
          event.preventDefault()
          fill(event.currentTarget.form, { pricesNote: note, pricesStatement: statement })
        }}
      >
        Use this wording
      </SubmitButton>
    </div>
  )
}

const BID_PENCE = 100_000

/** The bill at the entered rate; without a rate, at both disputed rates. */
function WorkedExample({ rate }: { rate: string }) {
  const settled = parsePercent(rate)
  if (rate.trim() !== '' && settled === null)
    return <p className="setting text-quiet">Enter a rate such as 7 or 7.5 to see what a bid comes to.</p>
  const premium = settled === null ? null : { rate: settled, source: '', checked: '' }
  return (
    <section className="setting" aria-label="What a winning bid of £1,000 comes to" aria-live="polite">
      <p className="label">What a winning bid of £1,000 comes to</p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-x-8 gap-y-4">
        {regimesNow(feeRegimes(premium)).map(({ rate, regime, source }) => {
          const bill = feeBill(BID_PENCE, regime)
          if (!bill) return null
          return (
            <Table
              key={rate}
              className="bill"
              captionClass="note"
              caption={source ? `If ${source.name} is right` : `At ${percent(rate)}`}
              rows={bill.lines.map(({ label, amountPence }) => [label, formatGbpAndPence(amountPence / 100)])}
              totals={[['To pay', formatGbpAndPence(bill.totalPence / 100)]]}
            />
          )
        })}
      </div>
    </section>
  )
}
