import { useState } from 'react'
import type { ArticleContent } from '#services/articles/article-content.ts'
import { CATEGORIES, type Section } from '#shared/articles/article.ts'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { HeadPicture } from './head-picture.tsx'
import type { PublicArticle } from './linkable.server.ts'
import { RowList } from './row-list.tsx'

interface SideFieldsProps {
  section: Section
  content: ArticleContent
  /** Articles that are public. */
  articles: readonly PublicArticle[]
  /** The error message of a field, if there is one. */
  faultOf(field: string): string | undefined
  /** Whether a field or one below it has a fault; its section is then open from the start. */
  isFaulty(field: string): boolean
  onChange(): void
}

const HUB_OPTIONS = {
  '': 'Choose',
  auction: 'Auction guides',
  document: 'Documentation guides',
  info: 'The guides page only',
}

/** Without script, this many can be chosen. */
const MAX_RELATED = 4

export function SideFields({ section, content, articles, faultOf, isFaulty, onChange }: SideFieldsProps) {
  const inputOf = (name: string, value: string | null | undefined) => ({
    name,
    defaultValue: value ?? '',
    error: faultOf(name),
  })
  return (
    <>
      <Part title="About the article" isOpen>
        <SelectField
          label="Category"
          {...inputOf('category', content.category)}
          options={CATEGORIES.map((name) => [name, name])}
        />
        <TextField label="Author" maxLength={200} {...inputOf('author', content.author)} />
        {section === 'guides' && (
          <SelectField label="Listed under" {...inputOf('hub', content.hub)} options={HUB_OPTIONS} />
        )}
        <TextField
          label="Plate at the top"
          help="A registration, drawn above the text and on the sharing image"
          maxLength={20}
          autoCapitalize="characters"
          spellCheck={false}
          {...inputOf('plate', content.plate)}
        />
        <TextField
          label="Keywords"
          help="Separate them with commas"
          maxLength={1000}
          {...inputOf('keywords', content.keywords)}
        />
      </Part>
      <Part title="Picture" isOpen={content.picture !== null}>
        <HeadPicture picture={content.picture} error={faultOf('picture')} onChange={onChange} />
      </Part>
      <Part title={counted('Sources', content.sources)} isOpen={isFaulty('sources')}>
        <RowList
          name="sources"
          legend="Source"
          help="Listed below the article, in this order."
          addLabel="Add a source"
          count={content.sources.length}
          onChange={onChange}
        >
          {(row, index) => (
            <>
              <TextField
                label="Name"
                maxLength={300}
                {...inputOf(`${row}.name`, content.sources[index]?.name)}
              />
              <TextField
                label="Address"
                type="url"
                placeholder="https://"
                maxLength={2000}
                {...inputOf(`${row}.url`, content.sources[index]?.url)}
              />
            </>
          )}
        </RowList>
      </Part>
      <Part title={counted('Figures in this article', content.facts)} isOpen={isFaulty('facts')}>
        <RowList
          name="facts"
          legend="Figure"
          help="Quote them in the text with the Figure button, so that each appears with its source."
          addLabel="Add a figure"
          count={content.facts.length}
          onChange={onChange}
        >
          {(row, index) => {
            const fact = content.facts[index]
            return (
              <>
                <TextField
                  label="Name"
                  help="Letters, digits and hyphens, such as sale-fee"
                  maxLength={80}
                  spellCheck={false}
                  {...inputOf(`${row}.name`, fact?.name)}
                />
                <TextField
                  label="As it appears in the text"
                  maxLength={300}
                  {...inputOf(`${row}.value`, fact?.value)}
                />
                <TextArea
                  label="What it is"
                  rows={2}
                  maxLength={300}
                  {...inputOf(`${row}.what`, fact?.what)}
                />
                <TextField
                  label="Source"
                  maxLength={300}
                  {...inputOf(`${row}.source.name`, fact?.source.name)}
                />
                <TextField
                  label="Address of the source"
                  maxLength={2000}
                  placeholder="https://"
                  {...inputOf(`${row}.source.url`, fact?.source.url)}
                />
                <TextField label="Checked on" type="date" {...inputOf(`${row}.checked`, fact?.checked)} />
              </>
            )
          }}
        </RowList>
      </Part>
      <Part title={counted('Related reading', content.related)} isOpen={isFaulty('related')}>
        {Array.from({ length: Math.max(MAX_RELATED, content.related.length) }, (_, index) => (
          <SelectField
            // biome-ignore lint/suspicious/noArrayIndexKey: the places stay as they are
            key={index}
            label={`Article ${index + 1}`}
            name="related"
            defaultValue={content.related[index] ?? ''}
            error={faultOf(`related.${index}`)}
            options={relatedOptions(articles, content.related[index])}
          />
        ))}
      </Part>
      <Part title="Dates" isOpen={isFaulty('updated') || isFaulty('checked')}>
        <TextField label="Last substantial change" type="date" {...inputOf('updated', content.updated)} />
        <TextField
          label="Figures checked on"
          type="date"
          help="When you last checked them against their sources"
          {...inputOf('checked', content.checked)}
        />
      </Part>
    </>
  )
}

const counted = (title: string, rows: readonly unknown[]) =>
  rows.length > 0 ? `${title} (${rows.length})` : title

interface PartProps {
  title: string
  isOpen: boolean
  children: React.ReactNode
}

function Part({ title, isOpen, children }: PartProps) {
  const [wasOpen] = useState(isOpen)
  return (
    <details open={wasOpen || undefined} className="border-line border-t">
      <summary className="min-h-10 cursor-pointer content-center font-medium">{title}</summary>
      <div className="grid gap-3 pb-5">{children}</div>
    </details>
  )
}

/** A chosen article that has been withdrawn since stays selected: a fault reports it. */
function relatedOptions(articles: readonly PublicArticle[], chosen: string | undefined) {
  const known = articles.map(({ name, title }) => [name, title] as const)
  const isGone = chosen && !articles.some(({ name }) => name === chosen)
  return [['', 'None'] as const, ...(isGone ? [[chosen, chosen] as const] : []), ...known]
}
