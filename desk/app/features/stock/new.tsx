import { data, redirect } from 'react-router'
import { addPlate } from '#services/stock/edit-plate.ts'
import type { SimpleStatus } from '#services/stock/status-change.ts'
import type { PlateForm } from '#shared/plates/columns.ts'
import { actorOf, deskContext } from '../../context.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { FormProblem, SelectField, TextField } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { textOf } from '../../ui/text-of.ts'
import { withDone } from '../../ui/with-done.ts'
import type { Route } from './+types/new'
import { readDone } from './done.server.ts'
import { DoneNote } from './note.tsx'
import { PrivateFields, PublicFields, plateFormOf } from './plate-fields.tsx'
import { type Refused, refusedOf } from './refused.server.ts'
import { RegistrationField } from './registration-field.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  return { done: await readDone(context.get(deskContext).database, url.searchParams.get('done')) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { database } = context.get(deskContext)
  const form = await request.formData()
  const typed: PlateForm = { ...plateFormOf(form), registration: textOf(form, 'registration') }
  const status: SimpleStatus = textOf(form, 'status') === 'draft' ? 'draft' : 'for_sale'
  const isUnusual = form.has('unusual')
  try {
    const { batch } = await addPlate(database, typed, actorOf(context), { status, allowDoubtful: isUnusual })
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
  const isFieldNamed = Object.keys(fields).length > 0
  return (
    <Page title="Add a plate">
      <DeskForm className="stock-short-form" action="/stock/new" key={done?.batch} echoOnRefusal>
        {message && !isFieldNamed && <FormProblem>{message}</FormProblem>}
        <RegistrationField
          name="registration"
          typed={typed?.registration}
          error={fields.registration}
          isUnusual={isUnusual}
          autoFocus
        />
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
            options={{ for_sale: 'For sale', draft: 'Draft' }}
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
