import { memo, useState } from 'react'
import {
  ALL_FACETS,
  type ExplorerView,
  type Facet,
  type Facets,
  type FacetValue,
  parseYear,
} from '#shared/sales/explorer/definitions.ts'
import { isYearAhead, yearPresets } from '#shared/sales/explorer/explorer-view.ts'
import { type CountsBeside, listedValues, selected } from '#shared/sales/explorer/facets.ts'
import type { FacetKey } from '#shared/sales/explorers.ts'
import { formatNumber } from '#shared/text/format.ts'
import { ChangeButton } from './change-button.tsx'
import type { ChangeView } from './use-explorer-view.ts'

interface FilterPanelsProps {
  view: ExplorerView
  facets: Facets
  counts: CountsBeside
  thisYear: number
  revision: number
  change: ChangeView
}

/** Years come first on a phone and second on a desktop (sales.css; specification, 2. UK Sales Explorer). */
export const FilterPanels = memo(function FilterPanels({
  view,
  facets,
  counts,
  thisYear,
  revision,
  change,
}: FilterPanelsProps) {
  const categories = selected(view, facets, 'category')
  return (
    <div className="filter-panels">
      <YearPanel view={view} facets={facets} thisYear={thisYear} revision={revision} change={change} />
      {ALL_FACETS.map((facet) => (
        <FacetPanel
          key={facet.key}
          facet={facet}
          values={listedValues(view, facets, facet.key)}
          counts={counts[facet.key]}
          chosen={selected(view, facets, facet.key)}
          hasParents={!facet.parent || selected(view, facets, facet.parent).length > 0}
          change={change}
        />
      ))}
      {/* Tells the server, which receives no events, which categories were added or removed. */}
      {(categories.length > 0 ? categories : ['']).map((category) => (
        <input key={category} type="hidden" name="had-category" value={category} />
      ))}
    </div>
  )
})

interface FacetPanelProps {
  facet: Facet
  values: readonly FacetValue[]
  counts: CountsBeside[FacetKey]
  chosen: readonly string[]
  hasParents: boolean
  change: ChangeView
}

function FacetPanel({
  facet: { key, label, explanation, hint, valueLabels },
  values,
  counts,
  chosen,
  hasParents,
  change,
}: FacetPanelProps) {
  const title = `Filter by ${label}`
  const unlisted = chosen.filter((chosenValue) => !values.some(({ value }) => value === chosenValue))
  return (
    <fieldset className={`filter-panel min-w-0 filter-${key}`}>
      <legend>
        {title}
        {explanation && <span className="font-normal text-quiet"> ({explanation})</span>}
      </legend>
      {/* A form without a ticked checkbox would submit nothing, which means everything. */}
      <input type="hidden" name={key} value="" />
      {unlisted.map((value) => (
        <input key={value} type="hidden" name={key} value={value} />
      ))}
      <div className="flex gap-4">
        {(['all', 'none'] as const).map((which) => (
          <ChangeButton
            key={which}
            makes={{ do: which, facet: key }}
            change={change}
            className="link"
            aria-description={title}
          >
            {which === 'all' ? 'Select All' : 'Deselect All'}
          </ChangeButton>
        ))}
      </div>
      {!hasParents && hint ? (
        <p className="mt-3 text-quiet text-sm">{hint}</p>
      ) : (
        <ul className="filter-values mt-2">
          {values.map(({ value }) => (
            <li key={value}>
              <label className="filter-value">
                <input
                  type="checkbox"
                  name={key}
                  value={value}
                  checked={chosen.includes(value)}
                  onChange={(event) =>
                    change({ do: 'tick', facet: key, value, isOn: event.currentTarget.checked })
                  }
                />
                <span className="min-w-0 grow">{valueLabels?.[value] ?? value}</span>
                <span className="tabular text-quiet" aria-hidden="true">
                  {counts && formatNumber(counts.get(value) ?? 0)}
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}

function YearPanel({ view, facets, thisYear, revision, change }: Omit<FilterPanelsProps, 'counts'>) {
  const { yearFrom, yearTo } = view
  const set = (from: number | null, to: number | null) => change({ do: 'years', from, to }, true)
  return (
    <fieldset className="filter-panel filter-years min-w-0">
      <legend>Filter by Year Range</legend>
      <div className="flex gap-3" key={revision}>
        <YearInput
          name="from"
          label="From"
          year={yearFrom ?? facets.yearMin}
          min={facets.yearMin}
          max={facets.yearMax}
          onChange={(year) => set(year, yearTo)}
        />
        <YearInput
          name="to"
          label="To"
          year={yearTo ?? facets.yearMax}
          min={facets.yearMin}
          max={facets.yearMax}
          onChange={(year) => set(yearFrom, year)}
        />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        {yearPresets(facets, thisYear).map(({ text, from, to, isDisabled }) => (
          <ChangeButton
            key={text}
            makes={{ do: 'years', from, to }}
            change={change}
            className="small-button chip-button"
            disabled={isDisabled}
          >
            {text}
          </ChangeButton>
        ))}
        <ChangeButton
          makes={{ do: 'total', isMissing: !view.isTotalMissing }}
          change={change}
          className="small-button chip-button"
          aria-pressed={view.isTotalMissing}
        >
          No total yet
        </ChangeButton>
        {view.isTotalMissing && <input type="hidden" name="total" value="none" />}
      </div>
      {isYearAhead(facets, thisYear) && (
        <p className="mt-2 text-quiet text-sm">{`There are no sales of ${thisYear} yet.`}</p>
      )}
    </fieldset>
  )
}

interface YearInputProps {
  name: 'from' | 'to'
  label: string
  year: number | null
  min: number | null
  max: number | null
  onChange: (year: number | null) => void
}

/** Keeps the typed text, even if it is not a year. */
function YearInput({ name, label, year, min, max, onChange }: YearInputProps) {
  const [text, setText] = useState(String(year ?? ''))
  return (
    <label className="block grow text-quiet text-sm">
      {label}
      <input
        type="number"
        name={name}
        inputMode="numeric"
        min={min ?? undefined}
        max={max ?? undefined}
        value={text}
        className="toolbar-input sale-field tabular mt-1"
        onChange={(event) => {
          setText(event.currentTarget.value)
          onChange(parseYear(event.currentTarget.value))
        }}
      />
    </label>
  )
}
