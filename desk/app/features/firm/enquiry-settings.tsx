import { CheckField, FormProblem } from '../../ui/field.tsx'
import { TextLink } from '../../ui/page.tsx'
import { PlainSetting } from './plain-setting.tsx'
import { SettingFrame, useSetting } from './setting-frame.tsx'

export interface EnquiryFacts {
  /** The kinds of enquiry that can be acknowledged, with labels. */
  kinds: readonly { kind: string; label: string }[]
  /** Acknowledgements as visitors receive them. */
  previews: readonly { label: string; subject: string; text: string }[]
  /** 'Enquiries that came before 23 Nov 2024 …' */
  retention: string
  templates: readonly string[]
}

interface RetentionProps {
  facts: EnquiryFacts
  confirm: { months: number; words: string } | null
}

/** How long enquiries are kept, below the reply templates. */
export function Retention({ facts, confirm }: RetentionProps) {
  return (
    <>
      <TemplatesLine templates={facts.templates} />
      <PlainSetting name="retentionMonths" />
      <p className="help">{facts.retention}</p>
      {confirm && (
        <FormProblem>
          <p>{confirm.words}</p>
          <input type="hidden" name="sureOf" value={confirm.months} />
          <CheckField name="sure">
            Yes, keep enquiries for {confirm.months} {confirm.months === 1 ? 'month' : 'months'} only
          </CheckField>
          <p className="text-quiet">Nothing has been saved. Tick the box and save again.</p>
        </FormProblem>
      )}
    </>
  )
}

export function Acknowledgements({ facts: { kinds, previews } }: { facts: EnquiryFacts }) {
  const { setting, textsOf, inputOf } = useSetting('acknowledgements')
  const chosen = textsOf('acknowledgements')
  return (
    <SettingFrame setting={setting} isGroup key={setting.seen} error={inputOf('acknowledgements').error}>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-x-4">
        {kinds.map(({ kind, label }) => (
          <CheckField key={kind} name="acknowledgements" value={kind} defaultChecked={chosen.includes(kind)}>
            {label}
          </CheckField>
        ))}
      </div>
      <details>
        <summary>What the visitor receives</summary>
        {previews.map(({ label, subject, text }) => (
          <figure key={label} className="mt-3">
            <figcaption className="mb-1 text-note text-quiet">{label}</figcaption>
            <MailPreview subject={subject} text={text} />
          </figure>
        ))}
      </details>
    </SettingFrame>
  )
}

export function MailPreview({ subject, text }: { subject?: string; text: string }) {
  return (
    <div className="max-w-reading rounded-md border border-line bg-panel px-4 py-3.5 text-row">
      {subject && <p className="mb-2 border-line border-b pb-2 font-medium">{subject}</p>}
      <p className="conversation-body my-1">{text}</p>
    </div>
  )
}

function TemplatesLine({ templates }: { templates: readonly string[] }) {
  return (
    <div className="setting">
      <p className="label">Reply templates</p>
      <p className="help">Texts to start a reply with.</p>
      <p>
        {templates.length > 0 ? templates.join(', ') : 'None yet.'}{' '}
        <TextLink to="/firm/templates">Reply templates</TextLink>
      </p>
    </div>
  )
}
