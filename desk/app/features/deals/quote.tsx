import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { data, redirect } from 'react-router'
import { refuseField } from '#services/changes/refusal.ts'
import { ChangeConflict } from '#services/changes/write-changes.ts'
import { proposeLetter } from '#services/deals/deal-letters.ts'
import type { Deal } from '#services/deals/deal-types.ts'
import { quoteTerms } from '#services/deals/letter-blanks.ts'
import { orderPath } from '#services/deals/letter-terms.ts'
import { makeQuote } from '#services/deals/make-quote.ts'
import { QUOTE_FIELDS, type QuoteForm, readPence, readQuote } from '#services/deals/read-deal-form.ts'
import { namedRegistrations, readNamedPlates } from '#services/enquiries/reply-templates.ts'
import { addDays, londonDay } from '#services/london-time.ts'
import { findStockPlate } from '#services/stock/stored-plates.ts'
import { isUuid } from '#services/uuid.ts'
import { pick } from '#shared/data/pick.ts'
import { conditionsOfUse } from '#shared/eligibility/conditions-of-use.ts'
import { parseRegistration } from '#shared/registration/registration.ts'
import { cleanText } from '#shared/text/clean-text.ts'
import { isDay } from '#shared/text/format.ts'
import { formatGbp, formatPence } from '#shared/text/money.ts'
import { PlateFace } from '#shared/ui/plate-face.tsx'
import { actorOf, deskContext, requirePerson } from '../../context.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { CheckField } from '../../ui/field.tsx'
import { answerForm, refusedOf } from '../../ui/form-answer.server.ts'
import { typedText } from '../../ui/form-answer.ts'
import { Fields, fieldsWith } from '../../ui/form-fields.tsx'
import { ButtonLink, Page } from '../../ui/page.tsx'
import { textOf, textsOf } from '../../ui/text-of.ts'
import { requireConversation } from '../enquiries/conversation.server.ts'
import { PapersOfPlate } from '../stock/papers-of-plate.tsx'
import type { Route } from './+types/quote'
import { AskedNote } from './asked-note.tsx'
import { LetterField } from './letter-field.tsx'

const USUAL_DAYS = 7
const BID_TERMS = ['amount', 'validUntil'] as const
const SALE_TERMS = [...BID_TERMS, 'deposit', 'depositDays', 'balanceDays'] as const

/** `proposed` is the letter as the page proposed it: without script it does not follow what is typed. */
type Typed = QuoteForm & { proposed: string }

const SENT = [...Object.keys(QUOTE_FIELDS), 'confirmed', 'proposed']

const kindOf = (url: URL): Deal['kind'] => (url.searchParams.get('kind') === 'purchase' ? 'purchase' : 'sale')

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { name: person } = requirePerson(context)
  const desk = context.get(deskContext)
  const { database, site, privateSettings, siteUrl } = desk
  const { enquiry } = await requireConversation(database, params.reference)
  const kind = kindOf(url)
  const [named] = kind === 'purchase' ? await readNamedPlates(database, enquiry) : []
  const parsed = parseRegistration(url.searchParams.get('plate') ?? named?.registration ?? '')
  const registration = parsed.ok ? parsed.registration.text : ''
  const plate = kind === 'sale' && registration ? await findStockPlate(database, { registration }) : null
  const offered = plate && namedRegistrations(enquiry.plateNumber)[0] === registration ? enquiry.offer : null
  const start = offered ?? plate?.priceGbp
  const today = londonDay(new Date())
  const initial: Omit<QuoteForm, 'text'> = {
    plate: registration,
    amount: start ? formatPence(start * 100) : '',
    deposit: '',
    depositDays: String(privateSettings.depositDays),
    balanceDays: String(privateSettings.balanceDays),
    includes: kind === 'sale' ? site.prices.statement : '',
    validUntil: addDays(today, USUAL_DAYS),
  }
  return {
    kind,
    initial,
    plate,
    theirOffer:
      offered &&
      `They offer ${formatGbp(offered)}; our price is ${plate?.priceGbp ? formatGbp(plate.priceGbp) : 'not set'}.`,
    conditions: kind === 'sale' && parsed.ok ? conditionsOfUse(parsed.registration) : [],
    reference: enquiry.reference,
    name: enquiry.name,
    hasAddress: Boolean(enquiry.email),
    id: randomUUID(),
    today,
    writers: { person, firm: site.name },
    link: kind === 'sale' ? siteUrl + orderPath('…') : null,
  }
}

/** What is typed, as far as it can be read yet. */
function offerOf(typed: Omit<QuoteForm, 'text'>, kind: Deal['kind'], name: string, isBesideOthers: boolean) {
  const parsed = parseRegistration(typed.plate)
  return {
    kind,
    name,
    isBesideOthers,
    registration: parsed.ok ? parsed.registration.text : typed.plate,
    amount: penceOf(typed.amount) ?? 0,
    deposit: penceOf(typed.deposit),
    depositDays: Number(typed.depositDays),
    balanceDays: Number(typed.balanceDays),
    includes: cleanText(typed.includes) || null,
    validUntil: typed.validUntil,
  }
}

const isUntouched = ({ text, proposed }: Typed) => cleanText(text) === cleanText(proposed)

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  const { database, site } = desk
  const actor = actorOf(context)
  const conversation = await requireConversation(database, params.reference)
  const { name } = conversation.enquiry
  const form = await request.formData()
  const [kind, id] = [kindOf(url), textOf(form, 'deal')]
  if (!isUuid(id)) throw data(null, 400)
  const typed = textsOf(form, SENT) as Typed
  const isBesideOthers = form.has('isBesideOthers')
  const writers = { person: actor.person, firm: site.name }
  const offer = offerOf(typed, kind, name, isBesideOthers)
  const text = isUntouched(typed) && typed.text !== '' ? proposeLetter(offer, false, writers) : typed.text
  try {
    const sent = { kind, names: [name, ...Object.values(writers)], isNextInLine: isBesideOthers }
    const quote = readQuote({ ...typed, text }, londonDay(new Date()), sent)
    const { registration } = quote
    const plate = kind === 'sale' ? await findStockPlate(database, { registration }) : null
    if (kind === 'sale' && !plate) refuseField('plate', `${registration} is not in the stock.`)
    const whole = { ...quote, id, kind, plateId: plate?.id ?? null, name, isBesideOthers }
    await makeQuote(database, conversation, whole, desk, actor)
    desk.wakeOutbox()
    return redirect(`/deals/${id}?done=yes`)
  } catch (error) {
    if (!(error instanceof ChangeConflict)) return answerForm(form, refusedOf(error))
    const message = `Something else has just been sent to ${name}. Read the conversation, then send this again if it still applies.`
    return answerForm(form, { message }, 409)
  }
}

export default function MakeQuote({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, initial, plate, theirOffer, conditions, reference, name } = loaderData
  const { hasAddress, id, today, writers, link } = loaderData
  const { fields = {}, typed } = actionData ?? {}
  const [shown, setShown] = useState<Omit<QuoteForm, 'text'>>({
    ...initial,
    ...Object.fromEntries(Object.entries(typed ?? {}).map(([name, [text = '']]) => [name, text])),
  })
  const isSale = kind === 'sale'
  const what = isSale ? 'quote' : 'bid'
  const isNext = Boolean(fields.isBesideOthers || typedText(typed, 'isBesideOthers'))
  const given = { ...initial, validUntil: { value: initial.validUntil, min: today } }
  const offer = offerOf(shown, kind, name, isNext)
  const proposed = proposeLetter(offer, false, writers)
  const validUntil = isDay(shown.validUntil) ? shown.validUntil : initial.validUntil
  return (
    <Page title={isSale ? `Quote for ${name}` : `Bid to ${name}`}>
      <DeskForm
        className="stock-short-form deal-form quote-form"
        answer={actionData}
        echoOnRefusal
        onChange={({ currentTarget }) =>
          setShown({ ...initial, ...Object.fromEntries(new FormData(currentTarget)) })
        }
        sends={
          isSale
            ? { deal: id }
            : { deal: id, depositDays: initial.depositDays, balanceDays: initial.balanceDays }
        }
      >
        {initial.plate && <PlateFace registration={initial.plate} className="w-full max-w-88" />}
        {initial.plate && !fields.plate ? (
          <input type="hidden" name="plate" value={initial.plate} />
        ) : (
          <Fields
            fields={fieldsWith(pick(QUOTE_FIELDS, ['plate']), {
              plate: { value: initial.plate, ...(!isSale && { label: 'Their registration' }) },
            })}
          />
        )}
        {theirOffer && <p>{theirOffer}</p>}
        {plate && (
          <dl className="plate-facts max-w-88">
            <PapersOfPlate plate={plate} today={today} />
          </dl>
        )}
        {conditions.length > 0 && (
          <div className="max-w-reading text-quiet">
            <p>Before you ask for money, ask which vehicle it is for:</p>
            <ul className="list-disc pl-5">
              {conditions.map((condition) => (
                <li key={condition}>{condition}</li>
              ))}
            </ul>
          </div>
        )}
        {isNext && (
          <div className="desk-note" data-kind={fields.isBesideOthers && 'error'}>
            {fields.isBesideOthers && <p>{fields.isBesideOthers}</p>}
            <CheckField name="isBesideOthers" aria-invalid={fields.isBesideOthers ? true : undefined}>
              {`Quote ${name} as well, as the next in line`}
            </CheckField>
          </div>
        )}
        <Fields fields={[fieldsWith(pick(QUOTE_FIELDS, isSale ? SALE_TERMS : BID_TERMS), given)]} />
        {isSale && <Fields fields={fieldsWith(pick(QUOTE_FIELDS, ['includes']), given)} />}
        {hasAddress ? (
          <>
            <input type="hidden" name="proposed" value={proposed} />
            <LetterField
              label={`E-mail to ${name}`}
              rows={14}
              help={`What stands in braces is filled in from the fields above when it is sent: {until} with the last day${isSale ? ', {link} with the address of the buyer’s page' : ''}.`}
              proposed={proposed}
              terms={quoteTerms({ ...offer, validUntil }, link)}
            />
          </>
        ) : (
          <p className="text-quiet">{`${name} has no e-mail address, so nothing is sent. The next page has the words to copy.`}</p>
        )}
        <AskedNote />
        <p className="desk-actions">
          <SubmitButton data-main isOnce>
            {`${hasAddress ? 'Send' : 'Save'} the ${what}`}
          </SubmitButton>
          <ButtonLink to={`/enquiries/${reference}`}>Cancel</ButtonLink>
        </p>
      </DeskForm>
    </Page>
  )
}

function penceOf(typed: string): number | null {
  try {
    return readPence(typed)
  } catch {
    return null
  }
}
