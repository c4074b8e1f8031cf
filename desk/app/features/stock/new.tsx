import { redirect } from 'react-router'
import { addPlate } from '#services/stock/edit-plate.ts'
import type { SimpleStatus } from '#services/stock/status-change.ts'
import { actorOf, deskContext } from '../../context.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { answerForm, refusedOf } from '../../ui/form-answer.server.ts'
import { Fields } from '../../ui/form-fields.tsx'
import { Page } from '../../ui/page.tsx'
import { textOf } from '../../ui/text-of.ts'
import { withDone } from '../../ui/with-done.ts'
import type { Route } from './+types/new'
import { readDone } from './done.server.ts'
import { DoneNote } from './note.tsx'
import { plateFields, typedPlateOf } from './plate-fields.server.ts'
import { RegistrationField } from './registration-field.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const done = await readDone(context.get(deskContext).database, url.searchParams.get('done'))
  return { done, fields: plateFields(null) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { database } = context.get(deskContext)
  const form = await request.formData()
  const status: SimpleStatus = textOf(form, 'status') === 'draft' ? 'draft' : 'for_sale'
  try {
    const { batch } = await addPlate(database, typedPlateOf(form), actorOf(context), { status })
    const again = textOf(form, 'then') === 'another'
    return redirect(withDone(again ? '/stock/new' : '/stock', batch))
  } catch (error) {
    return answerForm(form, refusedOf(error))
  }
}

const STATUS = {
  name: 'status',
  label: 'Status',
  help: 'A draft needs no price',
  options: { for_sale: 'For sale', draft: 'Draft' },
}

export default function NewPlate({ loaderData: { done, fields }, actionData }: Route.ComponentProps) {
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
        <Fields fields={[[...fields.price, STATUS]]} />
        <details open={isFieldNamed || undefined} className="stock-form-more">
          <summary>Cost, certificate and notes</summary>
          <div className="stock-form-part">
            <Fields fields={fields.forDesk} />
          </div>
        </details>
        <details open={isFieldNamed || undefined} className="stock-form-more">
          <summary>Page texts</summary>
          <div className="stock-form-part">
            <Fields fields={fields.onSite} />
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
