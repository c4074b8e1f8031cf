import { useState } from 'react'
import { plateLinkOf } from '../plate-link.ts'
import { Picker } from './picker.tsx'
import { findChoices, type PageChoice, type PlateChoice } from './read-choices.ts'

interface LinkPickerProps {
  /** The target of the link at the cursor. */
  href: string | null
  onChoose(href: string, label: string): void
  onRemove(): void
  onClose(): void
}

export function LinkPicker({ href, onChoose, onRemove, onClose }: LinkPickerProps) {
  return (
    <Picker<PageChoice>
      title="Link"
      searchLabel="A plate, a registration or words of a page of ours; or an address, such as https://www.gov.uk/"
      find={(search) => findChoices('page', search)}
      onChoose={({ path, text }) => onChoose(path, text)}
      onClose={onClose}
      none="No page of ours is like that. An address elsewhere begins with https://."
    >
      {href !== null && (
        <p>
          It leads to {href}.{' '}
          <button type="button" className="row-action" onClick={onRemove}>
            Remove the link
          </button>
        </p>
      )}
    </Picker>
  )
}

interface PlatePickerProps {
  onChoose(registration: string): void
  onLink(href: string, label: string): void
  onClose(): void
}

export function PlatePicker({ onChoose, onLink, onClose }: PlatePickerProps) {
  const [isLink, setIsLink] = useState(false)
  return (
    <Picker<PlateChoice>
      title="Plate"
      searchLabel="Letters or numbers of a plate in stock, or any registration"
      find={(search) => findChoices('plate', search)}
      onChoose={(plate) =>
        isLink ? onLink(plateLinkOf(plate), plate.registration) : onChoose(plate.registration)
      }
      onClose={onClose}
      none="No plate in stock is like that, and it is no registration."
    >
      <label className="desk-check">
        <input
          type="checkbox"
          checked={isLink}
          onChange={(event) => setIsLink(event.currentTarget.checked)}
        />
        As a link to its page, rather than a small plate
      </label>
    </Picker>
  )
}
