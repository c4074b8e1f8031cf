import { useState } from 'react'
import { feeRegimes } from '#shared/sales/fee-regimes.ts'
import { feeBill, percent, regimesNow } from '#shared/sales/fees.ts'
import { formatGbpAndPence } from '#shared/text/money.ts'
import { TextField } from '../../ui/field.tsx'
import { parsePercent } from './own-inputs.ts'
import { SettingFrame, useSetting } from './setting-frame.tsx'

export function PremiumFields({ today }: { today: string }) {
  const { setting, inputOf } = useSetting('dvlaPremium')
  const [rate, setRate] = useState(inputOf('premiumRate').defaultValue)
  return (
    <>
      <SettingFrame setting={setting} isGroup>
        <TextField
          label="Rate, as a percentage of the hammer price"
          inputMode="decimal"
          help="Leave rate, source and date empty while undecided: pages then show what each source comes to."
          maxLength={8}
          name="premiumRate"
          error={inputOf('premiumRate').error}
          value={rate}
          onChange={(event) => setRate(event.target.value)}
        />
        <TextField
          label="Where you read it"
          help="Such as: conditions of sale, December 2026"
          maxLength={200}
          {...inputOf('premiumSource')}
        />
        <TextField label="Date you read it" type="date" max={today} {...inputOf('premiumChecked')} />
      </SettingFrame>
      <WorkedExample rate={rate} />
    </>
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
            <table key={rate} className="ledger">
              <caption className="pb-1 text-left text-note text-quiet">
                {source ? `If ${source.name} is right` : `At ${percent(rate)}`}
              </caption>
              <tbody>
                {bill.lines.map(({ label, amountPence }) => (
                  <tr key={label}>
                    <th scope="row">{label}</th>
                    <td className="number">{formatGbpAndPence(amountPence / 100)}</td>
                  </tr>
                ))}
                <tr>
                  <th scope="row">To pay</th>
                  <td className="number">
                    <strong>{formatGbpAndPence(bill.totalPence / 100)}</strong>
                  </td>
                </tr>
              </tbody>
            </table>
          )
        })}
      </div>
    </section>
  )
}
