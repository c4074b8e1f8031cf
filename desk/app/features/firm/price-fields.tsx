import { useState } from 'react'
import { PRICE_WORDINGS, VAT_STATUSES, vatContradiction } from '#services/settings/vat-wording.ts'
import type { VatStatus } from '#site.config.ts'
import { TextArea, TextField } from '../stock/field.tsx'
import { SettingFrame, useSetting, WhatItChanges } from './setting-frame.tsx'

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
      <SettingFrame setting={vat.setting} isGroup error={vat.inputOf('vat').error}>
        {STATUSES.map((one) => (
          <label key={one} className="desk-check">
            <input
              type="radio"
              name="vat"
              value={one}
              checked={one === status}
              onChange={() => setStatus(one)}
            />
            {VAT_STATUSES[one]}
          </label>
        ))}
      </SettingFrame>
      <div className="setting suggestion">
        <p className="label">{`Suggested wording for “${VAT_STATUSES[status]}”`}</p>
        <p>{`Beside each price: ${suggested.note}`}</p>
        <p>{suggested.statement}</p>
        <button
          type="submit"
          name="take"
          value={status}
          formNoValidate
          className="button-small"
          onClick={(event) => {
            event.preventDefault()
            setWords({ ...suggested })
          }}
        >
          Use this wording
        </button>
      </div>
      <SettingFrame setting={note.setting}>
        <TextField
          label={note.setting.label}
          help={<WhatItChanges setting={note.setting} />}
          required
          maxLength={80}
          name="pricesNote"
          error={note.inputOf('pricesNote').error}
          value={words.note}
          onChange={(event) => setWords({ ...words, note: event.target.value })}
        />
      </SettingFrame>
      <SettingFrame setting={statement.setting}>
        <TextArea
          label={statement.setting.label}
          help={<WhatItChanges setting={statement.setting} />}
          required
          rows={3}
          maxLength={400}
          name="pricesStatement"
          error={statement.inputOf('pricesStatement').error}
          value={words.statement}
          onChange={(event) => setWords({ ...words, statement: event.target.value })}
        />
      </SettingFrame>
      <div className="setting" role="status">
        {contradiction && <p className="desk-note">{`${contradiction} See the suggested wording above.`}</p>}
      </div>
    </>
  )
}
