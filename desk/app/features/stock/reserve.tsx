import { redirect } from 'react-router'
import { askAboutDeals, readPlateDeals } from '#services/deals/deals-concerned.ts'
import { addDays, londonDay } from '#services/london-time.ts'
import { RESERVATION_FIELDS, readReservation, setStatus } from '#services/stock/set-status.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { actorOf, deskContext } from '../../context.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { Fields, fieldsWith } from '../../ui/form-fields.tsx'
import { ButtonLink, Page } from '../../ui/page.tsx'
import { seenAtOf } from '../../ui/seen-at.server.ts'
import { textOf, textsOf } from '../../ui/text-of.ts'
import { withDone } from '../../ui/with-done.ts'
import type { Route } from './+types/reserve'
import { DealQuestion } from './deal-question.tsx'
import { answerRefused } from './refused.server.ts'
import { requirePlate } from './require-plate.server.ts'

export { revalidateRefused as shouldRevalidate } from '../../ui/form-answer.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { database, site } = context.get(deskContext)
  const plate = await requirePlate(database, params.id)
  const deals = (await readPlateDeals(database, [plate])).get(plate.registration) ?? []
  const today = londonDay(new Date())
  const until = plate.reservedUntil ?? addDays(today, site.reservationDays)
  const fields = fieldsWith(RESERVATION_FIELDS, {
    until: { value: until, min: addDays(today, 1) },
    for: plate.reservedFor ?? '',
  })
  return { plate, deals, fields }
}

export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const { database } = context.get(deskContext)
  const form = await request.formData()
  const ref = { id, seenAt: seenAtOf(form) }
  try {
    const target = readReservation(textsOf(form, ['until', 'for']), new Date())
    await askAboutDeals(database, [ref], target, textOf(form, 'confirmed'))
    const { batch } = await setStatus(database, [ref], target, actorOf(context))
    return redirect(withDone(`/stock/${id}`, batch))
  } catch (error) {
    return answerRefused(database, ref, form, error, 'Reserve again to go ahead anyway.')
  }
}

export default function Reserve({ loaderData, actionData }: Route.ComponentProps) {
  const { plate, deals, fields } = loaderData
  const path = `/stock/${plate.id}`
  return (
    <Page title={`Reserve ${plate.registration}`}>
      <DeskForm
        className="stock-short-form"
        action={`${path}/reserve`}
        answer={actionData}
        echoOnRefusal
        sends={{ seenAt: actionData?.seenAt ?? plate.updatedAt }}
      >
        <PlateFace registration={plate.registration} decorative className="w-full max-w-88" />
        <Fields fields={fields} />
        <DealQuestion deals={deals} question={actionData?.fields.confirmed} />
        <p className="desk-actions">
          <SubmitButton data-main>Reserve</SubmitButton>
          <ButtonLink to={path}>Cancel</ButtonLink>
        </p>
      </DeskForm>
    </Page>
  )
}
