import { type ReactNode, useRef } from 'react'
import { FILTER_LABELS, SORTS, type StockView } from '#shared/plates/search/definitions.ts'
import { MAX_SEARCH_LENGTH } from '#shared/plates/search/plate-search.ts'
import { activeFilters, defaultSort, parseStockView } from '#shared/plates/search/plate-view.ts'
import { SYSTEM_NAMES, type System } from '#shared/registration/registration.ts'
import { describeUnreadPrice } from '#shared/text/money.ts'
import { useEarlyInput } from '#shared/ui/early-input.ts'
import { ClearSearch } from '../../shared/ui/clear-search.tsx'

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
          <span className="clearable">
            <input
              id="stock-search"
              type="search"
              name="q"
              defaultValue={view.search}
              maxLength={MAX_SEARCH_LENGTH}
              placeholder="A name, a word or initials"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="search"
              className="toolbar-input"
            />
            <ClearSearch />
          </span>
        </div>
        <details className="toolbar-more">
          <summary className="toolbar-summary chevron">{`Filters${filters > 0 ? ` (${filters})` : ''}`}</summary>
          <div className="toolbar-fields">
            <Field label={FILTER_LABELS.format} className="toolbar-format">
              <select name="format" defaultValue={view.format ?? ''} className="toolbar-input select">
                <option value="">Any</option>
                {formats.map((system) => (
                  <option key={system} value={system}>
                    {SYSTEM_NAMES[system]}
                  </option>
                ))}
              </select>
            </Field>
            <Field label={FILTER_LABELS.priceFrom}>
              <Pounds name="from" text={view.unread?.from ?? view.priceFrom} />
            </Field>
            <Field label={FILTER_LABELS.priceTo}>
              <Pounds name="to" text={view.unread?.to ?? view.priceTo} />
            </Field>
            <Field label="Order">
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
            </Field>
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
      {view.unread && (
        <p role="alert" className="field-error">
          {[view.unread.from, view.unread.to]
            .filter((typed) => typed !== undefined)
            .map(describeUnreadPrice)
            .join(' ')}
        </p>
      )}
    </search>
  )
}

function viewOf(form: HTMLFormElement): StockView {
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') query.set(name, value)
  return parseStockView(query)
}

function Field({
  label,
  className = '',
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className={`toolbar-field ${className}`}>
      <span className="toolbar-label">{label}</span>
      {children}
    </label>
  )
}

function Pounds({ name, text }: { name: string; text: string | number | null }) {
  return (
    <span className="pounds">
      <span aria-hidden="true">£</span>
      <input
        type="text"
        inputMode="numeric"
        name={name}
        defaultValue={text ?? ''}
        placeholder="Any"
        autoComplete="off"
        maxLength={12}
        className="toolbar-input"
      />
    </span>
  )
}
