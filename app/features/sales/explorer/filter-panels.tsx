import { memo, useState } from 'react'
import { formatNumber } from '../../../shared/format.ts'
import { parseYear, writeChange } from './explorer-query.ts'
import {
  type Change,
  type ExplorerView,
  type FacetKey,
  type Facets,
  type FacetValue,
  listedTypes,
  selected,
  yearPresets,
} from './explorer-view.ts'
import type { ChangeView } from './use-explorer-view.ts'

interface FilterPanelsProps {
  view: ExplorerView
  facets: Facets
  thisYear: number
  revision: number
  change: ChangeView
}

/** Filter by Seller, Year Range, Category and Type: parts of the form, so that they work without script, too. */
export const FilterPanels = memo(function FilterPanels({
  view,
  facets,
  thisYear,
  revision,
  change,
}: FilterPanelsProps) {
  const categories = selected(view, facets, 'category')
  const formatList = listedTypes(view, facets)
  const unlisted = selected(view, facets, 'type').filter(
    (type) => !formatList.some(({ value }) => value === type),
  )
  return (
    <div className="filter-panels">
      <FacetPanel
        title="Filter by Seller"
        facet="seller"
        values={facets.seller}
        chosen={selected(view, facets, 'seller')}
        change={change}
      />
      <YearPanel view={view} facets={facets} thisYear={thisYear} revision={revision} change={change} />
      <FacetPanel
        title="Filter by Category"
        facet="category"
        values={facets.category}
        chosen={categories}
        change={change}
      />
      <FacetPanel
        title="Filter by Type"
        facet="type"
        values={formatList}
        chosen={selected(view, facets, 'type')}
        hint={
          categories.length === 0
            ? 'Please select one or more categories first to see available types.'
            : undefined
        }
        change={change}
      />
      {/* What a form without script cannot tell otherwise: how things stood before. */}
      {(categories.length > 0 ? categories : ['']).map((category) => (
        <input key={category} type="hidden" name="had-category" value={category} />
      ))}
      {unlisted.map((type) => (
        <input key={type} type="hidden" name="type" value={type} />
      ))}
    </div>
  )
})

interface FacetPanelProps {
  title: string
  facet: FacetKey
  values: readonly FacetValue[]
  chosen: readonly string[]
  hint?: string
  change: ChangeView
}

function FacetPanel({ title, facet, values, chosen, hint, change }: FacetPanelProps) {
  return (
    <fieldset className="filter-panel">
      <legend>{title}</legend>
      {/* Without this, a form in which nothing is ticked would say nothing, which means everything. */}
      <input type="hidden" name={facet} value="" />
      <div className="flex gap-4">
        <ActionButton change={{ do: 'all', facet }} perform={change} of={title}>
          Select All
        </ActionButton>
        <ActionButton change={{ do: 'none', facet }} perform={change} of={title}>
          Deselect All
        </ActionButton>
      </div>
      {hint ? (
        <p className="mt-3 text-quiet text-sm">{hint}</p>
      ) : (
        <ul className="filter-values">
          {values.map(({ value, count }) => (
            <li key={value}>
              <label className="filter-value">
                <input
                  type="checkbox"
                  name={facet}
                  value={value}
                  checked={chosen.includes(value)}
                  onChange={(event) =>
                    change({ do: 'tick', facet, value, isOn: event.currentTarget.checked })
                  }
                />
                <span className="min-w-0 grow">{value}</span>
                <span className="tabular text-quiet" aria-hidden="true">
                  {formatNumber(count)}
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}

function YearPanel({ view, facets, thisYear, revision, change }: FilterPanelsProps) {
  const { yearFrom, yearTo } = view
  const set = (from: number | null, to: number | null) => change({ do: 'years', from, to }, true)
  return (
    <fieldset className="filter-panel">
      <legend>Filter by Year Range</legend>
      <div className="flex gap-3" key={revision}>
        <YearInput
          name="from"
          label="From"
          year={yearFrom ?? facets.yearMin}
          facets={facets}
          onChange={(year) => set(year, yearTo)}
        />
        <YearInput
          name="to"
          label="To"
          year={yearTo ?? facets.yearMax}
          facets={facets}
          onChange={(year) => set(yearFrom, year)}
        />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        {yearPresets(facets, thisYear).map(({ text, from, to }) => (
          <button
            key={text}
            type="submit"
            name="set"
            value={writeChange({ do: 'years', from, to })}
            className="chip-button"
            onClick={(event) => {
              event.preventDefault()
              change({ do: 'years', from, to })
            }}
          >
            {text}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

interface YearInputProps {
  name: 'from' | 'to'
  label: string
  year: number | null
  facets: Facets
  onChange: (year: number | null) => void
}

/** Keeps what is typed, also while it is no year yet; an empty field falls back to the data's own bound. */
function YearInput({ name, label, year, facets, onChange }: YearInputProps) {
  const [text, setText] = useState(String(year ?? ''))
  return (
    <label className="block grow text-quiet text-sm">
      {label}
      <input
        type="number"
        name={name}
        inputMode="numeric"
        min={facets.yearMin ?? undefined}
        max={facets.yearMax ?? undefined}
        value={text}
        className="sale-field tabular mt-1"
        onChange={(event) => {
          setText(event.currentTarget.value)
          onChange(parseYear(event.currentTarget.value))
        }}
      />
    </label>
  )
}

interface ActionButtonProps {
  change: Change
  perform: ChangeView
  of: string
  children: string
}

function ActionButton({ change, perform, of, children }: ActionButtonProps) {
  return (
    <button
      type="submit"
      name="set"
      value={writeChange(change)}
      className="text-button"
      aria-description={of}
      onClick={(event) => {
        event.preventDefault()
        perform(change)
      }}
    >
      {children}
    </button>
  )
}
