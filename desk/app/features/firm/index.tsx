import { Fragment, type ReactNode } from 'react'
import { Link, useNavigation } from 'react-router'
import { londonDay } from '#services/london-time.ts'
import { readRetention } from '#services/retention/retention.ts'
import type { OwnSettingName, SettingName } from '#services/settings/definitions.ts'
import { GROUPS, type Group } from '#services/settings/groups.ts'
import { formatList, plural } from '#shared/text/format.ts'
import { deskContext, requireOwner, requirePerson } from '../../context.ts'
import { shortDay } from '../../ui/dates.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { FormProblem } from '../../ui/field.tsx'
import { Page, TextLink } from '../../ui/page.tsx'
import type { Route } from './+types/index'
import { acknowledgedKinds, previewAcknowledgements } from './acknowledgements.server.ts'
import { ConfirmFirst } from './confirm-first.tsx'
import { Acknowledgements, type EnquiryFacts, Retention } from './enquiry-settings.tsx'
import { FirmGroup } from './firm-group.tsx'
import { Claims, LinkFields, Telephone } from './own-fields.tsx'
import { PlainSetting } from './plain-setting.tsx'
import { PremiumFields } from './premium-fields.tsx'
import { PriceFields } from './price-fields.tsx'
import { type SaveAnswer, saveSettings } from './save-settings.server.ts'
import { GroupContext, WhatItChanges } from './setting-frame.tsx'
import { type ShownSettings, showSettings } from './show-settings.server.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const isOwner = requirePerson(context).role === 'owner'
  const { settings, database, dataDir, site, privateSettings, addresses, mail } = context.get(deskContext)
  const now = new Date()
  const retention = { database, dataDir, months: privateSettings.retentionMonths, now }
  const [all, { limit, enquiries }] = await Promise.all([settings.read(), readRetention(retention)])
  const facts: EnquiryFacts = {
    kinds: acknowledgedKinds,
    previews: previewAcknowledgements(site),
    retention: `Enquiries from before ${shortDay(londonDay(limit))} that reached you are erased: ${plural(enquiries, 'enquiry', 'enquiries')} at the moment.`,
    templates: privateSettings.replyTemplates.map(({ name }) => name),
  }
  return {
    isOwner,
    settings: showSettings(all, isOwner),
    facts,
    today: londonDay(now),
    sender: isOwner ? addresses.from : null,
    smtpHost: mail.smtpHost,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  requireOwner(context)
  return saveSettings(await request.formData(), context)
}

export default function Firm({ loaderData, actionData }: Route.ComponentProps) {
  const { isOwner, settings, facts, sender, smtpHost } = loaderData
  return (
    <Page title="Firm">
      <p className="mb-4 max-w-176 text-quiet">
        What the site says about your firm.{' '}
        {isOwner
          ? 'Changes go live within a minute on every server. What your customers read takes a second factor from the last ten minutes, and every owner is told of it by e-mail.'
          : 'Only owners can change it.'}{' '}
        <Link className="link whitespace-nowrap" to="/changes">
          Who changed what
        </Link>
      </p>
      <nav aria-label="On this page" className="link-row mb-2">
        {[...GROUPS, MAIL].map(({ id, title }) => (
          <a key={id} href={`#${id}`} className="link">
            {title}
          </a>
        ))}
      </nav>
      {GROUPS.map((group) =>
        isOwner ? (
          <GroupForm
            key={group.id}
            group={group}
            settings={settings}
            answer={actionData?.group === group.id ? actionData : null}
            facts={facts}
            today={loaderData.today}
          />
        ) : (
          <GroupToRead key={group.id} group={group} settings={settings} />
        ),
      )}
      <FirmGroup
        {...MAIL}
        lead="Check that the site’s e-mails arrive. The mail server and sender are set on the server."
      >
        <div className="firm-fields">
          <p>
            {smtpHost
              ? `E-mails are sent through ${smtpHost}${sender ? `, from ${sender}` : ''}.`
              : 'No mail server is set up: e-mails are saved as files and not sent.'}
          </p>
          {isOwner && (
            <p>
              <TextLink to="/firm/mail">Send a test e-mail and check SPF, DKIM and DMARC</TextLink>
            </p>
          )}
        </div>
      </FirmGroup>
    </Page>
  )
}

const settingsOf = ({ id }: Group, settings: ShownSettings) =>
  Object.values(settings).filter(({ field }) => field.group === id)

const MAIL = { id: 'mail', title: 'Mail' }

interface GroupFormProps {
  group: Group
  settings: ShownSettings
  answer: SaveAnswer | null
  facts: EnquiryFacts
  today: string
}

function GroupForm({ group, settings, answer, facts, today }: GroupFormProps) {
  const sending = useNavigation().formData
  const isSaving = sending?.get('group') === group.id
  const { typed = {}, faults = {}, conflicts = [], saved = null, savedInMs = 0 } = answer ?? {}
  const isFaulty = Object.keys(faults).length > 0
  const shown = settingsOf(group, settings)
  // Controlled inputs are reset to the saved values, or to those of the response.
  const state = shown.map(({ seen }) => seen).join(' ')
  const ownFields: Record<OwnSettingName, ReactNode> & { [Name in SettingName]?: ReactNode } = {
    claims: <Claims />,
    telephone: <Telephone />,
    social: <LinkFields name="social" />,
    reviews: <LinkFields name="reviews" />,
    vat: <PriceFields key={state} />,
    // Among the fields of VAT.
    pricesNote: null,
    pricesStatement: null,
    dvlaPremium: <PremiumFields key={state} today={today} />,
    acknowledgements: <Acknowledgements facts={facts} />,
    retentionMonths: <Retention facts={facts} confirm={answer?.confirm ?? null} />,
  }
  return (
    <FirmGroup {...group}>
      <DeskForm className="firm-fields" action={`/firm#${group.id}`} preventScrollReset echoOnRefusal>
        <input type="hidden" name="group" value={group.id} />
        {/* Return saves, whichever button comes first. */}
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
          Save
        </button>
        <GroupContext value={{ settings, typed, faults }}>
          {shown.map(({ name }) => (
            <Fragment key={name}>
              {name in ownFields ? ownFields[name] : <PlainSetting name={name} />}
            </Fragment>
          ))}
        </GroupContext>
        {conflicts.map((words) => (
          <FormProblem key={words}>{words}</FormProblem>
        ))}
        {answer?.needsSecondFactor && <ConfirmFirst />}
        {isFaulty && (
          <FormProblem>{`Nothing has been saved: ${plural(Object.keys(faults).length, 'field needs', 'fields need')} correcting.`}</FormProblem>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <SubmitButton data-main disabled={isSaving} aria-label={`Save: ${group.title}`}>
            {isSaving ? 'Saving…' : 'Save'}
          </SubmitButton>
          <p role="status" className="grow basis-64 text-quiet text-row">
            {saved && !isSaving && conflicts.length === 0 && describeSaved(saved, savedInMs)}
          </p>
        </div>
      </DeskForm>
    </FirmGroup>
  )
}

const describeSaved = (saved: readonly string[], ms: number) =>
  saved.length === 0
    ? 'There was nothing to change.'
    : `Saved: ${formatList(saved)}. Live on this server after ${ms} ms, on all others within a minute.`

function GroupToRead({ group, settings }: Pick<GroupFormProps, 'group' | 'settings'>) {
  const shown = settingsOf(group, settings)
  return (
    <FirmGroup {...group} lead="">
      <dl className="firm-fields gap-0">
        {shown.map((setting) => (
          <div key={setting.name} className="border-line border-b py-2.5 first:pt-0">
            <dt className="text-note text-quiet">{setting.label}</dt>
            <dd>
              <p>{setting.text}</p>
              <p className="text-quiet text-sm">
                <WhatItChanges setting={setting} />
              </p>
            </dd>
          </div>
        ))}
      </dl>
    </FirmGroup>
  )
}
