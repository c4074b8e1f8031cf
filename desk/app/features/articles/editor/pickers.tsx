import type { Command } from 'prosemirror-state'
import { useState } from 'react'
import { CheckField } from '#desk/app/ui/field.tsx'
import { platePath, registrationPath } from '#shared/urls.ts'
import type { PickerName } from './commands.ts'
import { type FactChoice, insertFigure, insertInline, insertPicture, removeLink, setLink } from './insert.ts'
import { type Choice, Picker } from './picker.tsx'
import { PicturePicker } from './picture-picker.tsx'
import { schema } from './schema.ts'

export interface PageChoice extends Choice {
  path: string
  /** The default text of a link. */
  text: string
}

export interface PlateChoice extends Choice {
  registration: string
  isOurs: boolean
}

interface PickersProps {
  open: PickerName
  /** The target of the link at the cursor. */
  href: string | null
  facts: readonly FactChoice[]
  /** Runs a command in the text. */
  onChoose(command: Command): void
  onClose(): void
}

/** The dialogs that the toolbar opens. */
export function Pickers({ open, href, facts, onChoose, onClose }: PickersProps) {
  const [isPlateLinked, setIsPlateLinked] = useState(false)
  switch (open) {
    case 'link':
      return (
        <Picker
          title="Link"
          searchLabel="Search plates, registrations and pages, or enter an address such as https://www.gov.uk/"
          find={(search) => findChoices<PageChoice>('page', search)}
          onChoose={({ path, text }) => onChoose(setLink(path, text))}
          onClose={onClose}
          none="No page matches. The address of another site begins with https://."
        >
          {href !== null && (
            <p>
              Links to {href}.{' '}
              <button type="button" className="row-action" onClick={() => onChoose(removeLink)}>
                Remove the link
              </button>
            </p>
          )}
        </Picker>
      )
    case 'plate':
      return (
        <Picker
          title="Plate"
          searchLabel="Letters or numbers of a plate in stock, or any registration"
          find={(search) => findChoices<PlateChoice>('plate', search)}
          onChoose={(plate) => onChoose(isPlateLinked ? linkPlate(plate) : insertPlate(plate))}
          onClose={onClose}
          none="No plate in stock matches, and this is not a registration."
        >
          <CheckField
            checked={isPlateLinked}
            onChange={(event) => setIsPlateLinked(event.currentTarget.checked)}
          >
            Insert a link to its page instead of a small plate
          </CheckField>
        </Picker>
      )
    case 'fact':
      return (
        <Picker
          title="Quote a figure"
          searchLabel="Search the site’s figures and tables, and this article’s own"
          find={async (search) => factsLike(facts, search)}
          onChoose={({ fact }) => onChoose(insertFigure(fact))}
          onClose={onClose}
          none="No figure matches. Add one under “Figures in this article”."
        >
          <p className="help">
            A figure is stored once, with its source: change it there and every article follows.
          </p>
        </Picker>
      )
    case 'picture':
      return <PicturePicker onChoose={(picture) => onChoose(insertPicture(picture))} onClose={onClose} />
  }
}

/** @throws if the desk cannot be reached */
async function findChoices<Found extends Choice>(kind: 'page' | 'plate', search: string): Promise<Found[]> {
  const response = await fetch(`/desk/articles/find?${new URLSearchParams({ kind, q: search })}`)
  if (!response.ok) throw new Error(`The desk answered ${response.status}.`)
  return response.json()
}

const insertPlate = ({ registration }: PlateChoice) =>
  insertInline(schema.nodes.plate.create({ registration }))

/** Our plates have a page with the price; any other registration has a page with facts and sales. */
const linkPlate = ({ registration, isOurs }: PlateChoice) =>
  setLink(isOurs ? platePath(registration) : registrationPath(registration), registration)

const MAX_SHOWN = 40

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
