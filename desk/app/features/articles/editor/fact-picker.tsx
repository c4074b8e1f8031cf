import { type Choice, Picker } from './picker.tsx'

/** A figure that can be quoted, or a table of the site's data. */
export interface FactChoice {
  name: string
  value: string
  what: string
  isTable?: boolean
}

interface FactPickerProps {
  facts: readonly FactChoice[]
  onChoose(fact: FactChoice): void
  onClose(): void
}

const MAX_SHOWN = 40

export function FactPicker({ facts, onChoose, onClose }: FactPickerProps) {
  return (
    <Picker
      title="Quote a figure"
      searchLabel="Search the site’s figures and tables, and this article’s own"
      find={async (search) => factsLike(facts, search)}
      onChoose={({ fact }) => onChoose(fact)}
      onClose={onClose}
      none="No figure matches. Add one under “Figures in this article”."
    >
      <p className="help">
        A figure is stored once, with its source: change it there and every article follows.
      </p>
    </Picker>
  )
}

function factsLike(facts: readonly FactChoice[], search: string): (Choice & { fact: FactChoice })[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return facts
    .filter(({ name, value, what }) => {
      const text = `${name} ${value} ${what}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .slice(0, MAX_SHOWN)
    .map((fact) => ({
      key: `${fact.isTable ? 'table ' : ''}${fact.name}`,
      label: fact.isTable ? `Table: ${fact.value}` : fact.value,
      about: fact.what || fact.name.replaceAll('-', ' '),
      fact,
    }))
}
