import { useRef } from 'react'
import { FILTER_LABELS, SORTS, type StockView } from '#shared/plates/search/definitions.ts'
import { MAX_SEARCH_LENGTH } from '#shared/plates/search/plate-search.ts'
import { activeFilters, defaultSort, parseStockView } from '#shared/plates/search/plate-view.ts'
import { SYSTEM_NAMES, type System } from '#shared/registration/registration.ts'
import { useEarlyInput } from '#shared/ui/early-input.ts'
import { PoundsInput, SearchInput, ToolbarField } from '../../shared/list/search-fields.tsx'
import { UnreadPrices } from '../../shared/list/unread-prices.tsx'

interface ToolbarProps {
  view: StockView
  formats: System[]
  onChange: (view: StockView) => void
}

export function StockToolbar({ view, formats, onChange }: ToolbarProps) {
  const filters = activeFilters(view).filter(({ key }) => key !== 'search').length
  const initialSort = defaultSort(view.search)

  const form = useRef<HTMLFormElement>(null)
  useEarlyInput(form)

  return (
    <search aria-label="The stock">
      <form
        ref={form}
        action="/plates"
        method="get"
        className="toolbar"
        onChange={({ currentTarget }) => onChange(viewOf(currentTarget))}
        onSubmit={(event) => {
          event.preventDefault()
          onChange(viewOf(event.currentTarget))
        }}
      >
        <div className="toolbar-field">
          <label htmlFor="stock-search" className="toolbar-label">
            {FILTER_LABELS.search}
          </label>
          <SearchInput
            id="stock-search"
            defaultValue={view.search}
            maxLength={MAX_SEARCH_LENGTH}
            placeholder="A name, a word or initials"
          />
        </div>
        <details className="toolbar-more">
          <summary className="toolbar-summary chevron">{`Filters${filters > 0 ? ` (${filters})` : ''}`}</summary>
          <div className="toolbar-fields">
            <ToolbarField label={FILTER_LABELS.format} className="toolbar-format">
              <select name="format" defaultValue={view.format ?? ''} className="toolbar-input select">
                <option value="">Any</option>
                {formats.map((system) => (
                  <option key={system} value={system}>
                    {SYSTEM_NAMES[system]}
                  </option>
                ))}
              </select>
            </ToolbarField>
            <ToolbarField label={FILTER_LABELS.priceFrom}>
              <PoundsInput name="from" text={view.unread?.from ?? view.priceFrom} />
            </ToolbarField>
            <ToolbarField label={FILTER_LABELS.priceTo}>
              <PoundsInput name="to" text={view.unread?.to ?? view.priceTo} />
            </ToolbarField>
            <ToolbarField label="Order">
              <select name="sort" defaultValue={view.sort ?? ''} className="toolbar-input select">
                <option value="">{SORTS.find(({ value }) => value === initialSort)?.label}</option>
                {SORTS.filter(({ value }) => value !== initialSort && value !== 'best').map(
                  ({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ),
                )}
              </select>
            </ToolbarField>
            <label className="toolbar-check">
              <input type="checkbox" name="featured" value="yes" defaultChecked={view.isFeatureOnly} />
              {FILTER_LABELS.isFeatureOnly}
            </label>
          </div>
        </details>
        <button type="submit" className="button unscripted">
          Show plates
        </button>
      </form>
      {view.unread && <UnreadPrices unread={view.unread} />}
    </search>
  )
}

function viewOf(form: HTMLFormElement): StockView {
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') query.set(name, value)
  return parseStockView(query)
}
