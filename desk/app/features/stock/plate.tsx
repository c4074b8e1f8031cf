import { useEffect, useRef, useState } from 'react'
import { redirect } from 'react-router'
import { ChangeRefusal } from '#services/changes/refusal.ts'
import { findUndoableBatches } from '#services/changes/undoable-batches.ts'
import { openSalesOf } from '#services/deals/deal-store.ts'
import { askAboutDeals, keepDeals } from '#services/deals/deals-concerned.ts'
import { londonDay } from '#services/london-time.ts'
import { editPlate } from '#services/stock/edit-plate.ts'
import { featurePlates } from '#services/stock/feature-plates.ts'
import { accountOf } from '#services/stock/margin.ts'
import { setStatus } from '#services/stock/set-status.ts'
import { simpleStatusOf } from '#services/stock/status-change.ts'
import { plateHistory } from '#services/stock/stored-plates.ts'
import { formatGbp } from '#shared/text/money.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { actorOf, deskContext } from '../../context.ts'
import { shortDay } from '../../ui/dates.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { FormProblem } from '../../ui/field.tsx'
import { Fields } from '../../ui/form-fields.tsx'
import { ButtonLink, Page, Section, TextLink } from '../../ui/page.tsx'
import { seenAtOf } from '../../ui/seen-at.server.ts'
import { textOf } from '../../ui/text-of.ts'
import { useDraft } from '../../ui/use-draft.ts'
import { useFreshData } from '../../ui/use-fresh-data.ts'
import { withDone } from '../../ui/with-done.ts'
import { History } from '../changes/history.tsx'
import { AskedNote } from '../deals/asked-note.tsx'
import { describeStage } from '../deals/stage.ts'
import type { Route } from './+types/plate'
import { Certificate } from './certificate.tsx'
import { ColumnChanges } from './column-changes.tsx'
import { DealQuestion } from './deal-question.tsx'
import { describeChange } from './describe-change.server.ts'
import { readDone } from './done.server.ts'
import { marginTerms } from './margin.ts'
import { MarginLines, StateMargin } from './margin-account.tsx'
import { DoneNote } from './note.tsx'
import { describeStatus, Fact } from './plate-fact.tsx'
import { plateFields, typedPlateOf } from './plate-fields.server.ts'
import { PublicPreview } from './public-preview.tsx'
import { type Asked, readAsked } from './read-asked.server.ts'
import { answerRefused } from './refused.server.ts'
import { requirePlate } from './require-plate.server.ts'

const HISTORY_LENGTH = 50

const AGAIN = 'What you typed is below: save again to replace their change.'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const { database } = desk
  const now = new Date()
  const [plate, changes, done] = await Promise.all([
    requirePlate(database, params.id),
    plateHistory.latest(database, { of: params.id, limit: HISTORY_LENGTH }),
    readDone(database, url.searchParams.get('done')),
  ])
  const kept = await findUndoableBatches(database, [...new Set(changes.map(({ batch }) => batch))], now)
  const deals = await openSalesOf(database, plate.registration)
  const terms = marginTerms(desk)
  const account = accountOf(plate, terms)
  return {
    plate,
    fields: plateFields(plate),
    deals: deals.map((deal) => ({ id: deal.id, name: deal.name, stage: describeStage(deal) })),
    asked: await readAsked(database, plate, url.searchParams.get('status')),
    account,
    terms,
    changes: changes.map(describeChange),
    kept: Object.fromEntries(kept),
    done,
    today: londonDay(now),
  }
}

export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const { database } = context.get(deskContext)
  const form = await request.formData()
  const actor = actorOf(context)
  const ref = { id, seenAt: seenAtOf(form) }
  const status = simpleStatusOf(textOf(form, 'status'))

  async function change() {
    if (status) {
      await askAboutDeals(database, [ref], { status }, textOf(form, 'confirmed'))
      return setStatus(database, [ref], { status }, actor)
    }
    const feature = textOf(form, 'feature')
    if (feature) return featurePlates(database, [ref], feature === 'yes', actor)
    const priceFall = textOf(form, 'priceFall')
    return editPlate(database, ref, typedPlateOf(form), actor, keepDeals, { priceFall })
  }

  try {
    const { batch } = await change()
    return redirect(withDone(`/stock/${id}`, batch))
  } catch (error) {
    if (status && error instanceof ChangeRefusal && (error.fields.confirmed || error.fields.status))
      return redirect(`/stock/${id}?${new URLSearchParams({ status })}`)
    return answerRefused(database, ref, form, error, AGAIN)
  }
}

export default function Plate({ loaderData, actionData }: Route.ComponentProps) {
  const { plate, fields, deals, asked, account, terms, changes, kept, done, today } = loaderData
  // The form of another button has none of its fields, so its answer would untick the box.
  const answer = actionData?.typed.isFeature ? actionData : undefined
  const form = useRef<HTMLFormElement>(null)
  // The timestamp when the person began to type, so that another person's later change is a conflict.
  const [editedAt, setEditedAt] = useState<string | null>(null)
  const batch = done?.batch
  // biome-ignore lint/correctness/useExhaustiveDependencies: each saved change begins a new edit
  useEffect(() => setEditedAt(null), [batch])
  const seenAt = editedAt ?? plate.updatedAt
  useDraft(form, `plate ${plate.id} ${seenAt}`)
  useFreshData()
  const path = `/stock/${plate.id}`
  return (
    <Page title={plate.registration} actions={<PlateActions plate={plate} path={path} />}>
      {!answer && <FormProblem className="mb-6">{actionData?.message}</FormProblem>}
      {asked && <AskedStatus asked={asked} plate={plate} path={path} />}
      <div className="grid desk:grid-cols-[22rem_minmax(0,40rem)] gap-x-12 gap-y-8 min-[84rem]:grid-cols-[20rem_minmax(0,36rem)_minmax(0,1fr)]">
        <div>
          <PlateFace registration={plate.registration} className="w-full max-w-88" />
          <dl className="plate-facts">
            <Fact label="Status">{describeStatus(plate)}</Fact>
            <Fact label="Price">{plate.priceGbp === null ? 'None yet' : formatGbp(plate.priceGbp)}</Fact>
            {deals.map(({ id, name, stage }) => (
              <Fact key={id} label={stage}>
                <TextLink to={`/deals/${id}`}>{name}</TextLink>
              </Fact>
            ))}
            {plate.status === 'sold' && (
              <Fact label="Sold">
                {[
                  plate.soldPriceGbp !== null && `for ${formatGbp(plate.soldPriceGbp)}`,
                  plate.soldOn && `on ${shortDay(plate.soldOn)}`,
                  plate.recordedSale ? 'in the sales explorer' : 'not in the sales explorer',
                ]
                  .filter(Boolean)
                  .join(', ')}
              </Fact>
            )}
            {account && <MarginLines account={account} terms={terms} />}
            {plate.document && (
              <Fact label="Certificate">
                <Certificate plate={plate} today={today} />
              </Fact>
            )}
          </dl>
          {account && <StateMargin terms={terms} />}
          <PublicPreview plate={plate} />
        </div>
        <DeskForm
          ref={form}
          className="grid content-start gap-8"
          action={path}
          key={seenAt}
          onInput={() => setEditedAt((known) => known ?? plate.updatedAt)}
          answer={answer}
          sends={{ seenAt: answer?.seenAt ?? seenAt }}
        >
          {!answer?.seenAt && plate.updatedAt !== seenAt && (
            <FormProblem>{`${changes[0]?.person ?? 'Someone'} has changed this plate since you started typing. See the changes below.`}</FormProblem>
          )}
          <Section id="private-title" title="For the desk only" className="stock-form-part">
            <Fields fields={fields.forDesk} />
          </Section>
          <Section id="public-title" title="On the site" className="stock-form-part">
            <Fields fields={[...fields.price, ...fields.onSite]} />
            {/* What an unticked box sends. */}
            <input type="hidden" name="isFeature" value="no" />
          </Section>
          <AskedNote name="priceFall" label="Save it anyway" />
          <p className="desk-actions">
            <SubmitButton data-main>Save</SubmitButton>
          </p>
        </DeskForm>
        <History
          className="desk:col-start-2 min-[84rem]:col-start-3"
          changes={changes.map(({ what, ...change }) => ({
            ...change,
            what: <ColumnChanges what={what} />,
            isUndone: kept[change.batch] ?? false,
            back: path,
          }))}
          latest={changes.find(({ batch }) => kept[batch] === false)?.batch}
        />
      </div>
      <DoneNote done={done} back={path} />
    </Page>
  )
}

type PlateProps = { plate: Route.ComponentProps['loaderData']['plate']; path: string }

/** What open deals say of the status that the person has chosen here or in the list. */
function AskedStatus({ asked, plate, path }: PlateProps & { asked: Asked }) {
  const { status, deals, words } = asked
  if (status === 'for_sale')
    return (
      <DealQuestion deals={deals} className="mb-6">
        <p className="mt-2">{words}</p>
      </DealQuestion>
    )
  return (
    <DeskForm className="stock-short-form mb-6" action={path} sends={{ seenAt: plate.updatedAt, status }}>
      <DealQuestion deals={deals} question={words} />
      <p className="desk-actions">
        <SubmitButton data-main>{status === 'draft' ? 'Make it a draft' : 'Withdraw it'}</SubmitButton>
        <ButtonLink to={path}>Cancel</ButtonLink>
      </p>
    </DeskForm>
  )
}

function PlateActions({ plate, path }: PlateProps) {
  const { status, isFeature, updatedAt } = plate
  return (
    <DeskForm action={path} className="desk-actions" sends={{ seenAt: updatedAt }}>
      {status !== 'sold' && (
        <>
          <ButtonLink to={`${path}/sell?${new URLSearchParams({ back: path })}`} data-main>
            Sell
          </ButtonLink>
          <ButtonLink to={`${path}/reserve`}>
            {status === 'reserved' ? 'Change the reservation' : 'Reserve'}
          </ButtonLink>
        </>
      )}
      {status !== 'for_sale' && (
        <SubmitButton name="status" value="for_sale">
          Put on sale
        </SubmitButton>
      )}
      {status !== 'withdrawn' && status !== 'sold' && (
        <SubmitButton name="status" value="withdrawn">
          Withdraw
        </SubmitButton>
      )}
      <SubmitButton name="feature" value={isFeature ? 'no' : 'yes'}>
        {isFeature ? 'Stop featuring' : 'Feature'}
      </SubmitButton>
    </DeskForm>
  )
}
