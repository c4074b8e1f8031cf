/** The rows of articles and pictures. */
import type { Generated } from 'kysely'
import type { Time } from '../times.ts'
import type { Created, Dated } from './row.ts'

interface ArticlesTable extends Dated {
  section: 'news' | 'guides' | 'stories'
  slug: string
  status: Generated<'draft' | 'scheduled' | 'published' | 'withdrawn'>
  publishedVersion: string | null
  scheduledVersion: string | null
  publishAt: Time | null
  publishedAt: Time | null
  previewToken: string | null
  revision: Generated<number>
}

interface ArticleVersionsTable extends Dated {
  articleId: string
  number: number
  kind: 'autosave' | 'saved' | 'published'
  content: string
  person: string
}

interface ArticleAddressesTable extends Created {
  section: 'news' | 'guides' | 'stories'
  slug: string
  articleId: string
}

interface PicturesTable extends Dated {
  fileName: string
  width: number
  height: number
  bytes: number
  person: string
}

interface PictureFilesTable extends Created {
  pictureId: string
  name: string
  mediaType: 'image/webp' | 'image/jpeg' | 'image/png'
  content: string
}

export interface ArticleTables {
  articles: ArticlesTable
  articleVersions: ArticleVersionsTable
  articleAddresses: ArticleAddressesTable
  pictures: PicturesTable
  pictureFiles: PictureFilesTable
}
