import { type ComponentProps, useState } from 'react'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { CheckField, FormProblem, TextField } from '../../ui/field.tsx'
import type { Answer } from '../../ui/form-answer.ts'
import { Section, TextLink } from '../../ui/page.tsx'
import type { LoadedArticle } from './read-page.server.ts'

interface ArticleSettingsProps {
  article: LoadedArticle['article']
  siteUrl: string
  /** Of one of its forms, if it was refused. */
  answer: Answer | undefined
}

const PART = 'grid min-w-0 max-w-xl content-start gap-2 text-row'

/** The settings beside the text: versions, address, preview link, and removal from the site. */
export function ArticleSettings({ article, siteUrl, answer }: ArticleSettingsProps) {
  const action = `/articles/${article.id}`
  const ofAddress = answer?.fields.slug ? answer : undefined
  const folder = article.path.slice(0, -article.slug.length)
  return (
    <div className="mt-8 grid gap-8 border-line border-t pt-6 lg:grid-cols-2">
      <FormProblem>{!ofAddress && answer?.message}</FormProblem>
      <Section id="versions-title" title="Versions" className={PART}>
        <p>
          <TextLink to={`${action}/versions`}>Compare versions or restore one</TextLink>
        </p>
      </Section>
      <Section id="preview-title" title="Preview link" className={PART}>
        {article.preview ? (
          <>
            <p>Anyone with this link can read the latest version without signing in.</p>
            <PreviewLink url={`${siteUrl}${article.preview}`} />
            <DeskForm action={action} preventScrollReset>
              <SubmitButton name="intent" value="revoke-link">
                Turn off this link
              </SubmitButton>
            </DeskForm>
          </>
        ) : (
          <DeskForm action={action} preventScrollReset>
            <Decision value="preview-link" words="For someone who should read the draft without signing in.">
              Create a preview link
            </Decision>
          </DeskForm>
        )}
      </Section>
      <Section id="address-title" title="Address" className={PART}>
        <DeskForm
          action={action}
          className="grid gap-2"
          key={article.slug}
          answer={ofAddress}
          preventScrollReset
          sends={{ intent: 'address' }}
        >
          <TextField
            label={`After ${folder}`}
            name="slug"
            maxLength={120}
            spellCheck={false}
            autoCapitalize="none"
            help="Lower-case letters, digits and hyphens. The old address leads to the new one."
            defaultValue={article.slug}
          />
          {ofAddress?.fields.takesFormerAddress && (
            <CheckField name="takesFormerAddress" aria-invalid={false}>
              Use this address anyway
            </CheckField>
          )}
          <p>
            <SubmitButton>Change the address</SubmitButton>
          </p>
        </DeskForm>
      </Section>
      <OffTheSite article={article} action={action} />
    </div>
  )
}

function PreviewLink({ url }: { url: string }) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <p className="preview-link">
      <a href={url} className="link break-all">
        {url}
      </a>{' '}
      <button
        type="button"
        className="needs-script row-action"
        onClick={() => navigator.clipboard.writeText(url).then(() => setIsCopied(true))}
      >
        Copy
      </button>
      <span role="status">{isCopied && 'Copied'}</span>
    </p>
  )
}

/** What a button does, and the button. */
const Decision = ({ words, ...button }: ComponentProps<'button'> & { words: string }) => (
  <div>
    <p>{words}</p>
    <button type="submit" name="intent" className="button-small mt-2" {...button} />
  </div>
)

function OffTheSite({ article, action }: { article: LoadedArticle['article']; action: string }) {
  const { status, isPublic, isShipped } = article
  return (
    <Section id="off-title" title={isPublic ? 'Take it off the site' : 'Remove'} className={PART}>
      <DeskForm action={action} className="grid gap-3">
        {status === 'scheduled' && (
          <p>
            <SubmitButton name="intent" value="unschedule">
              Cancel the schedule
            </SubmitButton>
          </p>
        )}
        {(isPublic || isShipped) && status !== 'withdrawn' && (
          <Decision
            value="withdraw"
            words="Its page will say that the article has been withdrawn. You can publish it again."
          >
            Withdraw
          </Decision>
        )}
        {(isShipped || !isPublic) && (
          <Decision
            value="remove"
            data-danger
            words={
              isShipped
                ? 'Removes your version and everything saved of it. Visitors then see the version that came with the site.'
                : 'Removes the article and all its versions. This cannot be undone.'
            }
          >
            {isShipped ? 'Restore the site’s own version' : 'Remove the article'}
          </Decision>
        )}
      </DeskForm>
    </Section>
  )
}
