/** The rows of articles and pictures. */
import type { Generated } from 'kysely'
import type { Time } from '../times.ts'

export interface ArticlesTable {
  id: Generated<string>
  section: 'news' | 'guides' | 'stories'
  slug: string
  status: Generated<'draft' | 'scheduled' | 'published' | 'withdrawn'>
  publishedVersion: string | null
  scheduledVersion: string | null
  publishAt: Time | null
  publishedAt: Time | null
  previewToken: string | null
  revision: Generated<number>
  createdAt: Generated<Time>
  updatedAt: Generated<Time>
}

export interface ArticleVersionsTable {
  id: Generated<string>
  articleId: string
  number: number
  kind: 'autosave' | 'saved' | 'published'
  content: string
  person: string
  createdAt: Generated<Time>
  updatedAt: Generated<Time>
}

export interface ArticleAddressesTable {
  id: Generated<string>
  section: 'news' | 'guides' | 'stories'
  slug: string
  articleId: string
  createdAt: Generated<Time>
}

export interface PicturesTable {
  id: Generated<string>
  fileName: string
  width: number
  height: number
  bytes: number
  person: string
  createdAt: Generated<Time>
  updatedAt: Generated<Time>
}

export interface PictureFilesTable {
  id: Generated<string>
  pictureId: string
  name: string
  mediaType: 'image/webp' | 'image/jpeg' | 'image/png'
  content: string
  createdAt: Generated<Time>
}
