import { useEffect, useState } from 'react'
import { data, redirect } from 'react-router'
import { addPlate } from '#services/stock/edit-plate.ts'
import type { SimpleStatus } from '#services/stock/status-change.ts'
import type { PlateForm } from '#shared/plates/columns.ts'
import { parseRegistration } from '#shared/registration/registration.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { actorOf, deskContext } from '../../context.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { CheckField, FormProblem, SelectField, TextField } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { textOf } from '../../ui/text-of.ts'
import { withDone } from '../../ui/with-done.ts'
import type { Route } from './+types/new'
import { readDone } from './done.server.ts'
import { DoneNote } from './note.tsx'
import { PrivateFields, PublicFields, plateFormOf } from './plate-fields.tsx'
import { type Refused, refusedOf } from './refused.server.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  return { done: await readDone(context.get(deskContext).client, url.searchParams.get('done')) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { client } = context.get(deskContext)
  const form = await request.formData()
  const typed: PlateForm = { ...plateFormOf(form), registration: textOf(form, 'registration') }
  const status: SimpleStatus = textOf(form, 'status') === 'draft' ? 'draft' : 'for_sale'
  const isUnusual = form.has('unusual')
  try {
    const { batch } = await addPlate(client, typed, actorOf(context), { status, allowDoubtful: isUnusual })
    const again = textOf(form, 'then') === 'another'
    return redirect(withDone(again ? '/stock/new' : '/stock', batch))
  } catch (error) {
    return data({ ...refusedOf(error), typed, status, isUnusual }, { status: 400 })
  }
}

interface Answer extends Refused {
  typed: PlateForm
  status: SimpleStatus
  isUnusual: boolean
}

export default function NewPlate({ loaderData: { done }, actionData }: Route.ComponentProps) {
  const { typed, fields = {}, message, status, isUnusual } = (actionData ?? {}) as Partial<Answer>
  const [registration, setRegistration] = useState(typed?.registration ?? '')
  const batch = done?.batch
  // biome-ignore lint/correctness/useExhaustiveDependencies: after one was added, the form is for another
  useEffect(() => setRegistration(''), [batch])
  const parsed = parseRegistration(registration)
  const text = parsed.ok ? parsed.registration.text : registration
  const isFieldNamed = Object.keys(fields).length > 0
  return (
    <Page title="Add a plate">
      <DeskForm className="new-plate" action="/stock/new" key={done?.batch} echoOnRefusal>
        {message && !isFieldNamed && <FormProblem>{message}</FormProblem>}
        <div className="new-plate-drawn">
          <PlateFace registration={text} decorative className="plate-large" />
        </div>
        <TextField
          label="Registration"
          name="registration"
          help="With or without the space"
          required
          maxLength={40}
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          defaultValue={typed?.registration}
          error={fields.registration}
          onInput={(event) => setRegistration(event.currentTarget.value)}
        />
        {fields.registration && (
          <CheckField name="unusual" defaultChecked={isUnusual}>
            It is correct, although it fits no known format
          </CheckField>
        )}
        <div className="stock-field-pair">
          <TextField
            label="Price"
            name="priceGbp"
            inputMode="numeric"
            defaultValue={typed?.priceGbp}
            error={fields.priceGbp}
          />
          <SelectField
            label="Status"
            name="status"
            defaultValue={status}
            options={[
              ['for_sale', 'For sale'],
              ['draft', 'Draft'],
            ]}
          />
        </div>
        <details open={isFieldNamed || undefined} className="stock-form-more">
          <summary>Cost, certificate and notes</summary>
          <div className="stock-form-part">
            <PrivateFields plate={null} typed={typed} errors={fields} />
          </div>
        </details>
        <details open={isFieldNamed || undefined} className="stock-form-more">
          <summary>Page texts</summary>
          <div className="stock-form-part">
            <PublicFields plate={null} typed={typed} errors={fields} withoutPrice />
          </div>
        </details>
        <p className="desk-actions">
          <SubmitButton data-main>Add</SubmitButton>
          <SubmitButton name="then" value="another">
            Add and start another
          </SubmitButton>
        </p>
      </DeskForm>
      <DoneNote done={done} back="/stock/new" />
    </Page>
  )
}
