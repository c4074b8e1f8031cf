import { useState } from 'react'
import { CheckField } from '#desk/app/ui/field.tsx'
import { platePath, registrationPath } from '#shared/urls.ts'
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
      searchLabel="Search plates, registrations and pages, or enter an address such as https://www.gov.uk/"
      find={(search) => findChoices('page', search)}
      onChoose={({ path, text }) => onChoose(path, text)}
      onClose={onClose}
      none="No page matches. The address of another site begins with https://."
    >
      {href !== null && (
        <p>
          Links to {href}.{' '}
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
      none="No plate in stock matches, and this is not a registration."
    >
      <CheckField checked={isLink} onChange={(event) => setIsLink(event.currentTarget.checked)}>
        Insert a link to its page instead of a small plate
      </CheckField>
    </Picker>
  )
}

/** Our plates have a page with the price; any other registration has a page with facts and sales. */
const plateLinkOf = ({ registration, isOurs }: PlateChoice): string =>
  isOurs ? platePath(registration) : registrationPath(registration)
