import { redirect } from 'react-router'
import { askAboutDeals, readPlateDeals } from '#services/deals/deals-concerned.ts'
import { addDays, londonDay } from '#services/london-time.ts'
import { type ReservationForm, readReservation, setStatus } from '#services/stock/set-status.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { actorOf, deskContext } from '../../context.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { FormProblem, TextField } from '../../ui/field.tsx'
import { ButtonLink, Page } from '../../ui/page.tsx'
import { seenAtOf } from '../../ui/seen-at.server.ts'
import { textOf, textsOf } from '../../ui/text-of.ts'
import { withDone } from '../../ui/with-done.ts'
import type { Route } from './+types/reserve'
import { DealQuestion, revalidateRefused } from './deal-question.tsx'
import { answerRefused, type PlateAnswer } from './refused.server.ts'
import { requirePlate } from './require-plate.server.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { database, site } = context.get(deskContext)
  const plate = await requirePlate(database, params.id)
  const deals = (await readPlateDeals(database, [plate])).get(plate.registration) ?? []
  const today = londonDay(new Date())
  return { plate, deals, tomorrow: addDays(today, 1), usual: addDays(today, site.reservationDays) }
}

export const shouldRevalidate = revalidateRefused

export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const { database } = context.get(deskContext)
  const form = await request.formData()
  const typed = textsOf(form, ['until', 'for'])
  const ref = { id, seenAt: seenAtOf(form) }
  try {
    const target = readReservation(typed, new Date())
    await askAboutDeals(database, [ref], target, textOf(form, 'confirmed'))
    const { batch } = await setStatus(database, [ref], target, actorOf(context))
    return redirect(withDone(`/stock/${id}`, batch))
  } catch (error) {
    return answerRefused(database, ref, error, typed)
  }
}

export default function Reserve({ loaderData, actionData }: Route.ComponentProps) {
  const { plate, deals, tomorrow, usual } = loaderData
  const {
    typed,
    fields = {},
    message,
    conflict,
  } = (actionData ?? {}) as Partial<PlateAnswer<ReservationForm>>
  const path = `/stock/${plate.id}`
  return (
    <Page title={`Reserve ${plate.registration}`}>
      <DeskForm className="stock-short-form" action={`${path}/reserve`} echoOnRefusal>
        <input type="hidden" name="seenAt" value={conflict?.seenAt ?? plate.updatedAt} />
        {conflict && <FormProblem>{`${conflict.text} Reserve again to go ahead anyway.`}</FormProblem>}
        {message && Object.keys(fields).length === 0 && <FormProblem>{message}</FormProblem>}
        <PlateFace registration={plate.registration} decorative className="w-full max-w-88" />
        <TextField
          label="Reserved until"
          name="until"
          type="date"
          required
          min={tomorrow}
          help="Off the site until the end of this day, then for sale again."
          defaultValue={typed?.until ?? plate.reservedUntil ?? usual}
          error={fields.until}
        />
        <TextField
          label="Reserved for"
          name="for"
          help="A name, if you like. Only people at the desk see it."
          maxLength={200}
          defaultValue={typed?.for ?? plate.reservedFor ?? ''}
          error={fields.for}
        />
        <DealQuestion deals={deals} question={fields.confirmed} />
        <p className="desk-actions">
          <SubmitButton data-main>Reserve</SubmitButton>
          <ButtonLink to={path}>Cancel</ButtonLink>
        </p>
      </DeskForm>
    </Page>
  )
}
