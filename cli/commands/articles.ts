import { mkdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { readShippedContent } from '#content/shipped-content.ts'
import type { Reader } from '#data/tables.ts'
import { parseArticleFile, writeArticleFile } from '#services/articles/article-file.ts'
import { listDeskArticles, readVersions } from '#services/articles/article-store.ts'
import { isPublic } from '#services/articles/article-types.ts'
import { picturesOf } from '#services/articles/check-context.ts'
import { createArticle } from '#services/articles/create-article.ts'
import { SLUG } from '#services/articles/slug.ts'
import { writeFileAtomically } from '#services/durable-file.ts'
import { londonDay } from '#services/london-time.ts'
import { readPictureFile } from '#services/pictures/picture-store.ts'
import { SECTIONS, type Section } from '#shared/articles/article.ts'
import { plural } from '#shared/text/format.ts'
import { CALL, command, type Group } from '../define-command.ts'
import { CliError, UsageError } from '../errors.ts'
import { readNamedFile } from '../files/open.ts'
import { orUnwritable } from '../files/write.ts'

const exportCommand = command({
  name: 'export',
  summary: 'write the articles at the desk as Markdown files, with their pictures',
  details: [
    'Writes news/, guides/ and stories/ below the folder, one file for each article with the front matter of',
    'docs/content.md: what visitors read, or the latest version with `draft: true`. Pictures go to pictures/.',
  ],
  usage: '<folder>',
  examples: ['articles export ./articles'],
  async run({ positionals: [folder = ''], terminal, backend }) {
    const { database } = backend()
    const articles = await listDeskArticles(database)
    const pictures = new Set<string>()
    for (const article of articles) {
      const isRead = isPublic(article)
      const [version] = await readVersions(database, [
        (isRead && article.publishedVersion) || article.latest.id,
      ])
      if (!version?.content) {
        terminal.note(`${article.path} was left out: its text cannot be read.`)
        continue
      }
      for (const id of picturesOf(version.content)) pictures.add(id)
      const published = article.publishedAt ? londonDay(new Date(article.publishedAt)) : null
      const file = writeArticleFile(version.content, published)
      const text = isRead ? file : file.replace(/\n---\n/, '\ndraft: true\n---\n')
      await writeExport(join(folder, article.section, `${article.slug}.md`), text)
    }
    for (const id of pictures) await exportPicture(database, folder, id)
    terminal.out(
      `${plural(articles.length, 'article')} and ${plural(pictures.size, 'picture')} written to ${folder}.`,
    )
  },
})

async function exportPicture(reader: Reader, folder: string, id: string): Promise<void> {
  const file = await readPictureFile(reader, id, '1600')
  if (!file) return
  const extension = file.mediaType.replace('image/', '').replace('jpeg', 'jpg')
  await writeExport(join(folder, 'pictures', `${id}.${extension}`), file.content)
}

const writeExport = (path: string, content: string | Buffer): Promise<void> =>
  orUnwritable(
    path,
    mkdir(dirname(path), { recursive: true }).then(() => writeFileAtomically(path, Buffer.from(content))),
  )

const importCommand = command({
  name: 'import',
  summary: 'import a Markdown file as a draft',
  details: [
    'The file has front matter as in docs/content.md, or as `articles export` writes it. Nothing is published: look at',
    'the draft at the desk. Pictures have to be added there.',
  ],
  usage: '<file>',
  options: {
    section: {
      type: 'string',
      value: 'section',
      help: 'news, guides or stories; by default, the name of the file’s folder',
    },
  },
  examples: ['articles import ./articles/news/a-quiet-week.md', 'articles import ./week.md --section news'],
  async run({ positionals: [path = ''], values, terminal, backend }) {
    const section = readSection(values.section ?? basename(dirname(resolve(path))))
    const parsed = parseArticleFile(String(await readNamedFile(path)), section)
    if ('faults' in parsed) throw new CliError(`${path} is not an article:\n${parsed.faults.join('\n')}`)
    const slug = basename(path).replace(/\.md$/, '')
    const { database, actor } = backend()
    const shipped = await readShippedContent().catch(() => {
      throw new CliError(
        'The site is not built yet, so the addresses that are taken are not known: run `npm start`.',
      )
    })
    const { article } = await createArticle(database, shipped, {
      section,
      content: parsed.content,
      actor,
      ...(SLUG.test(slug) && { slug }),
    })
    terminal.out(`The draft for ${article.path} is at the desk.`)
  },
})

function readSection(given: string): Section {
  const section = SECTIONS.find((name) => name === given)
  if (!section)
    throw new UsageError(
      `Say which section it is for: --section ${SECTIONS.join(', --section ')}. Example: ${CALL} articles import week.md --section news`,
    )
  return section
}

export const articleCommands: Group = {
  name: 'articles',
  summary: 'articles at the desk: export and import',
  commands: [exportCommand, importCommand],
}
