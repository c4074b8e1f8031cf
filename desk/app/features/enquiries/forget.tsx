import { redirect } from 'react-router'
import { findEnquiry, type StoredEnquiry } from '#services/enquiries/enquiry-store.ts'
import { forgetPerson } from '#services/retention/forget-person.ts'
import { formatList, plural } from '#shared/text/format.ts'
import { actorOf, deskContext, orNotFound, requireFreshSecondFactor } from '../../context.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { CheckField } from '../../ui/field.tsx'
import { answerForm } from '../../ui/form-answer.server.ts'
import { Page, TextLink } from '../../ui/page.tsx'
import type { Route } from './+types/forget'
import { MAX_LINKED } from './forgotten.server.ts'

type Asked = Pick<Route.LoaderArgs, 'context' | 'params' | 'url'>

async function personOf({ context, params, url }: Asked): Promise<StoredEnquiry> {
  requireFreshSecondFactor(context, url)
  return orNotFound(await findEnquiry(context.get(deskContext).database, params.reference))
}

export async function loader(args: Route.LoaderArgs) {
  const { email, reference } = await personOf(args)
  return { email, reference }
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const person = await personOf({ context, params, url })
  const form = await request.formData()
  if (!form.has('confirmed')) return answerForm(form, { fields: { confirmed: 'Tick the box first.' } })
  const { database, dataDir, addresses, eraseDeleted } = context.get(deskContext)
  const options = { database, dataDir, addresses, eraseDeleted }
  const { enquiries, mails, alerts, plates, plateChanges, keptDeals } = await forgetPerson(
    options,
    person,
    actorOf(context),
  )
  const removed = [
    plural(enquiries.length, 'enquiry', 'enquiries'),
    plural(mails, 'e-mail'),
    plural(alerts, 'alert'),
  ].join(', ')
  const query = new URLSearchParams({ forgotten: removed })
  if (plateChanges > 0) query.set('changes', String(plateChanges))
  if (keptDeals.length > 0) query.set('kept', formatList(keptDeals))
  const ids = plates.slice(0, MAX_LINKED).map(({ id }) => id)
  if (ids.length > 0) query.set('plates', ids.join())
  if (plates.length > ids.length) query.set('more', String(plates.length - ids.length))
  return redirect(`/enquiries?${query}`)
}

export default function ForgetPerson({ loaderData: { email, reference }, actionData }: Route.ComponentProps) {
  return (
    <Page title="Forget this person">
      <div className="max-w-reading">
        <p>
          Do this when the person asks you to. It permanently deletes{' '}
          {email ? 'everything stored under' : 'this enquiry alone, because it has no e-mail address:'}{' '}
          <strong>{email ?? reference}</strong>
          {email && ':'}
        </p>
        <ul className="my-3 list-disc pl-5" hidden={email === null}>
          <li>their enquiries, with your notes and replies, and their deals</li>
          <li>their alerts</li>
          <li>every e-mail to them, and its file</li>
          <li>the record of plate changes that contain the address, so those can no longer be undone</li>
        </ul>
        <p>
          This cannot be undone. Deals that you keep for your accounts are kept with the name. Notes and
          reservations of plates are kept, as they may be about something else: you will get a list of the
          plates that name the person, to edit by hand. The desk cannot reach your mailbox, backups or
          exports: delete the person there yourself.
        </p>
        <DeskForm className="mt-5" answer={actionData}>
          <CheckField name="confirmed">The request came from this address, or I know the person.</CheckField>
          <p className="mt-4 flex flex-wrap items-center gap-4">
            <SubmitButton data-danger>Delete everything</SubmitButton>
            <TextLink to={`/enquiries/${reference}`}>Back to the enquiry</TextLink>
          </p>
        </DeskForm>
      </div>
    </Page>
  )
}
