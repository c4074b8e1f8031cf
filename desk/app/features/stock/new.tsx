import { redirect } from 'react-router'
import { addPlate } from '#services/stock/edit-plate.ts'
import type { SimpleStatus } from '#services/stock/status-change.ts'
import { actorOf, deskContext } from '../../context.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { answerForm, refusedOf } from '../../ui/form-answer.server.ts'
import { Page } from '../../ui/page.tsx'
import { textOf } from '../../ui/text-of.ts'
import { withDone } from '../../ui/with-done.ts'
import type { Route } from './+types/new'
import { readDone } from './done.server.ts'
import { DoneNote } from './note.tsx'
import { PlateFields, plateFormOf } from './plate-fields.tsx'
import { RegistrationField } from './registration-field.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  return { done: await readDone(context.get(deskContext).database, url.searchParams.get('done')) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { database } = context.get(deskContext)
  const form = await request.formData()
  const typed = { ...plateFormOf(form), registration: textOf(form, 'registration') }
  const status: SimpleStatus = textOf(form, 'status') === 'draft' ? 'draft' : 'for_sale'
  try {
    const { batch } = await addPlate(database, typed, actorOf(context), {
      status,
      allowDoubtful: form.has('unusual'),
    })
    const again = textOf(form, 'then') === 'another'
    return redirect(withDone(again ? '/stock/new' : '/stock', batch))
  } catch (error) {
    return answerForm(form, refusedOf(error))
  }
}

export default function NewPlate({ loaderData: { done }, actionData }: Route.ComponentProps) {
  const isFieldNamed = Object.keys(actionData?.fields ?? {}).length > 0
  return (
    <Page title="Add a plate">
      <DeskForm
        className="stock-short-form"
        action="/stock/new"
        key={done?.batch}
        answer={actionData}
        echoOnRefusal
      >
        <RegistrationField name="registration" autoFocus />
        <div className="stock-field-pair">
          <TextField label="Price" name="priceGbp" inputMode="numeric" />
          <SelectField label="Status" name="status" options={{ for_sale: 'For sale', draft: 'Draft' }} />
        </div>
        <details open={isFieldNamed || undefined} className="stock-form-more">
          <summary>Cost, certificate and notes</summary>
          <div className="stock-form-part">
            <PlateFields part="details" plate={null} />
          </div>
        </details>
        <details open={isFieldNamed || undefined} className="stock-form-more">
          <summary>Page texts</summary>
          <div className="stock-form-part">
            <PlateFields part="plate" plate={null} without="priceGbp" />
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
