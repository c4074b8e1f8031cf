import { Fragment, useRef, useState } from 'react'
import { NavLink, useNavigation } from 'react-router'
import { GROUPS, type Group } from '#services/settings/groups.ts'
import { plural } from '#shared/text/format.ts'
import { deskContext, orNotFound, requireOwner, requirePerson } from '../../context.ts'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { FormProblem } from '../../ui/field.tsx'
import { typedText } from '../../ui/form-answer.ts'
import { Page, TextLink } from '../../ui/page.tsx'
import type { Route } from './+types/group'
import { BESIDE } from './beside-setting.tsx'
import { ConfirmFirst } from './confirm-first.tsx'
import { readEnquiryFacts } from './enquiry-facts.server.ts'
import { type SaveAnswer, saveSettings } from './save-settings.server.ts'
import { Setting, WhatItChanges } from './setting.tsx'
import { showSettings } from './show-settings.server.ts'

export { revalidateRefused as shouldRevalidate } from '../../ui/form-answer.ts'

/** @throws a 404 response */
const requireGroup = (id: string): Group => orNotFound(GROUPS.find((known) => known.id === id))

export async function loader({ context, params }: Route.LoaderArgs) {
  const group = requireGroup(params.group)
  const isOwner = requirePerson(context).role === 'owner'
  const desk = context.get(deskContext)
  return {
    group,
    isOwner,
    settings: showSettings(await desk.settings.read(), group.id, isOwner),
    facts: isOwner && group.id === 'enquiries' ? await readEnquiryFacts(desk) : null,
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  requireOwner(context)
  return saveSettings(requireGroup(params.group).id, await request.formData(), context)
}

export default function FirmGroup({ loaderData, actionData }: Route.ComponentProps) {
  const { group, isOwner, settings } = loaderData
  const { title, lead } = group
  return (
    <Page title={title} actions={<TextLink to="/firm">Firm</TextLink>}>
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(14rem,20rem)_minmax(0,40rem)]">
        <div className="max-w-120 text-row">
          {isOwner && <p className="text-quiet">{lead}</p>}
          {'preview' in group && (
            <p className="mt-1.5">
              <TextLink to={group.preview}>Preview of {title}</TextLink>
            </p>
          )}
          <nav aria-label="Firm" className="mt-6 grid justify-items-start gap-1 max-lg:hidden">
            {GROUPS.map(({ id, title: name }) => (
              <NavLink key={id} to={`/firm/${id}`} className="link aria-[current]:no-underline">
                {name}
              </NavLink>
            ))}
          </nav>
        </div>
        {isOwner ? (
          <GroupForm key={group.id} {...loaderData} answer={actionData as SaveAnswer | undefined} />
        ) : (
          <dl className="firm-fields gap-0">
            {settings.map((setting) => (
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
        )}
      </div>
    </Page>
  )
}

type GroupFormProps = Route.ComponentProps['loaderData'] & { answer: SaveAnswer | undefined }

function GroupForm({ group, settings, facts, answer }: GroupFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const isSaving = useNavigation().formData !== undefined
  const { fields = {}, conflicts = [], confirm, done } = answer ?? {}
  const faults = Object.keys(fields).length
  const state = settings.map(({ seen }) => seen).join(' ')
  // What is typed counts until something is saved.
  const [live, setLive] = useState<{ state: string; texts: Record<string, string> } | null>(null)
  const stored = settings.flatMap((setting) => setting.fields.flat())
  const textIn = (input: string) =>
    (live?.state === state ? live.texts[input] : undefined) ??
    typedText(answer?.typed, input) ??
    String([stored.find(({ name }) => name === input)?.value ?? ''].flat()[0] ?? '')
  const follow = (changed: HTMLFormElement) =>
    setLive({ state, texts: Object.fromEntries(new FormData(changed)) as Record<string, string> })
  function fill(changed: HTMLFormElement | null, texts: Readonly<Record<string, string>>) {
    for (const [name, text] of Object.entries(texts)) {
      const field = changed?.elements.namedItem(name)
      if (field && 'value' in field) field.value = text
    }
    if (changed) follow(changed)
  }
  return (
    <DeskForm
      ref={form}
      className="firm-fields"
      action={`/firm/${group.id}`}
      answer={answer}
      onChange={({ currentTarget }) => follow(currentTarget)}
      preventScrollReset
      echoOnRefusal
    >
      {/* Return saves, whichever button comes first. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
        Save
      </button>
      {settings.map((setting) => (
        <Fragment key={`${setting.name} ${setting.seen}`}>
          <Setting setting={setting} />
          {BESIDE[setting.name]?.({ textIn, fill, facts, confirm })}
        </Fragment>
      ))}
      {conflicts.map((words) => (
        <FormProblem key={words}>{words}</FormProblem>
      ))}
      {answer?.needsSecondFactor && <ConfirmFirst />}
      {faults > 0 && (
        <FormProblem>{`Nothing has been saved: ${plural(faults, 'field needs', 'fields need')} correcting.`}</FormProblem>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SubmitButton data-main disabled={isSaving}>
          {isSaving ? 'Saving…' : 'Save'}
        </SubmitButton>
        <p role="status" className="grow basis-64 text-quiet text-row">
          {!isSaving && done}
        </p>
      </div>
    </DeskForm>
  )
}
