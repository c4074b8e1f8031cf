import { useState } from 'react'
import { parseRegistration } from '#shared/registration/registration.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { typedText, useAnswer } from '../../ui/form-answer.ts'

interface RegistrationFieldProps {
  name: string
  jurisdiction?: Parameters<typeof parseRegistration>[1]
  autoFocus?: boolean
}

/** The registration of what is added, drawn as it is typed. One that fits no known format needs to be confirmed. */
export function RegistrationField({ name, jurisdiction, autoFocus }: RegistrationFieldProps) {
  const answer = useAnswer()
  const [registration, setRegistration] = useState(typedText(answer?.typed, name) ?? '')
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
        onInput={(event) => setRegistration(event.currentTarget.value)}
      />
      {answer?.fields[name] && (
        <CheckField name="unusual">It is correct, although it fits no known format</CheckField>
      )}
    </>
  )
}
