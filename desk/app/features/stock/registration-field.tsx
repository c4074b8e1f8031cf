import { useState } from 'react'
import { parseRegistration } from '#shared/registration/registration.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'

interface RegistrationFieldProps {
  name: string
  jurisdiction?: Parameters<typeof parseRegistration>[1]
  typed: string | undefined
  error: string | undefined
  /** Whether the person has said that it is correct. */
  isUnusual: boolean | undefined
  autoFocus?: boolean
}

/** The registration of what is added, drawn as it is typed. One that fits no known format needs to be confirmed. */
export function RegistrationField({
  name,
  jurisdiction,
  typed,
  error,
  isUnusual,
  autoFocus,
}: RegistrationFieldProps) {
  const [registration, setRegistration] = useState(typed ?? '')
  const parsed = parseRegistration(registration, jurisdiction)
  return (
    <>
      <div className="new-plate-drawn">
        <PlateFace
          registration={parsed.ok ? parsed.registration.text : registration}
          decorative
          className="w-full max-w-88"
        />
      </div>
      <TextField
        label="Registration"
        name={name}
        help="With or without the space"
        required
        maxLength={40}
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus={autoFocus}
        defaultValue={typed}
        error={error}
        onInput={(event) => setRegistration(event.currentTarget.value)}
      />
      {error && (
        <CheckField name="unusual" defaultChecked={isUnusual}>
          It is correct, although it fits no known format
        </CheckField>
      )}
    </>
  )
}
