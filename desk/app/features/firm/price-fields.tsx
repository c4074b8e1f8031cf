import { useState } from 'react'
import { PRICE_WORDINGS, VAT_STATUSES, vatContradiction } from '#services/settings/vat-wording.ts'
import type { VatStatus } from '#site.config.ts'
import { SubmitButton } from '../../ui/desk-form.tsx'
import { PlainSetting } from './plain-setting.tsx'
import { useSetting } from './setting-frame.tsx'

const STATUSES = Object.keys(VAT_STATUSES) as VatStatus[]

/** VAT and the two texts about prices, which change together. */
export function PriceFields() {
  const vat = useSetting('vat')
  const note = useSetting('pricesNote')
  const statement = useSetting('pricesStatement')
  const [status, setStatus] = useState<VatStatus>(
    STATUSES.find((one) => one === vat.inputOf('vat').defaultValue) ?? 'included',
  )
  const [words, setWords] = useState({
    note: note.inputOf('pricesNote').defaultValue,
    statement: statement.inputOf('pricesStatement').defaultValue,
  })
  const suggested = PRICE_WORDINGS[status]
  const contradiction = vatContradiction(status, words)
  return (
    <>
      <PlainSetting
        name="vat"
        controlled={{ value: status, onChange: (chosen) => setStatus(chosen as VatStatus) }}
      />
      <div className="setting border-line border-l-3 pl-3.5 text-row [&>button]:justify-self-start">
        <p className="label">{`Suggested wording for “${VAT_STATUSES[status]}”`}</p>
        <p>{`Beside each price: ${suggested.note}`}</p>
        <p>{suggested.statement}</p>
        <SubmitButton
          name="take"
          value={status}
          formNoValidate
          onClick={(event) => {
            event.preventDefault()
            setWords({ ...suggested })
          }}
        >
          Use this wording
        </SubmitButton>
      </div>
      <PlainSetting
        name="pricesNote"
        controlled={{ value: words.note, onChange: (note) => setWords({ ...words, note }) }}
      />
      <PlainSetting
        name="pricesStatement"
        controlled={{ value: words.statement, onChange: (statement) => setWords({ ...words, statement }) }}
      />
      <div className="setting" role="status">
        {contradiction && <p className="desk-note">{`${contradiction} See the suggested wording above.`}</p>}
      </div>
    </>
  )
}
