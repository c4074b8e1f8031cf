import { Link, redirect } from 'react-router'
import { londonDay } from '#services/london-time.ts'
import { findPicture, listPictures } from '#services/pictures/picture-store.ts'
import { pictureFilePath } from '#shared/articles/picture-address.ts'
import { formatNumber, plural } from '#shared/text/format.ts'
import { deskContext, requirePerson } from '../../context.ts'
import { shortMoment } from '../../ui/dates.ts'
import { answerForm } from '../../ui/form-answer.server.ts'
import { DoneNote, Page } from '../../ui/page.tsx'
import { LatestFirstPager } from '../../ui/pager.tsx'
import type { Route } from './+types/index'
import { formatBytes } from './format-bytes.ts'
import { takeUpload } from './take-upload.server.ts'
import { UploadForm } from './upload-form.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  requirePerson(context)
  const { database } = context.get(deskContext)
  const today = londonDay(new Date())
  const before = url.searchParams.get('before')
  const added = url.searchParams.get('added')
  const [{ pictures, next }, newest] = await Promise.all([
    listPictures(database, before),
    added ? findPicture(database, added) : null,
  ])
  return {
    pictures: pictures.map(({ createdAt, ...picture }) => ({
      ...picture,
      added: shortMoment(createdAt, today),
    })),
    next,
    isFirst: before === null,
    added: newest && { id: newest.id, fileName: newest.fileName },
    isRemoved: url.searchParams.has('removed'),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const stored = await takeUpload(context, request)
  if ('refusal' in stored) return answerForm(new FormData(), { fields: { file: stored.refusal } })
  return redirect(`/pictures?added=${stored.id}`)
}

export default function Pictures({ loaderData, actionData }: Route.ComponentProps) {
  const { pictures, next, isFirst, added, isRemoved } = loaderData
  return (
    <Page title="Pictures">
      {added && !actionData && (
        <DoneNote>
          <Link to={`/pictures/${added.id}`} className="link break-all">
            {added.fileName}
          </Link>{' '}
          has been added.{' '}
        </DoneNote>
      )}
      {isRemoved && !actionData && <DoneNote>The picture has been removed.</DoneNote>}
      <UploadForm answer={actionData} />
      {pictures.length === 0 ? (
        <p className="remark">
          {isFirst
            ? 'There are no pictures yet. Add one here to use it in articles.'
            : 'There are no more pictures.'}
        </p>
      ) : (
        <ul className={GRID} aria-label="Pictures, the latest first">
          {pictures.map((picture) => (
            <PictureItem key={picture.id} picture={picture} />
          ))}
        </ul>
      )}
      <LatestFirstPager path="/pictures" what="pictures" isFirst={isFirst} next={next} />
    </Page>
  )
}

/** Two columns on a phone. */
const GRID =
  'mt-6 grid grid-cols-2 gap-4 min-[30rem]:grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] min-[30rem]:gap-6'

type Item = Route.ComponentProps['loaderData']['pictures'][number]

function PictureItem({ picture }: { picture: Item }) {
  const { id, fileName, width, height, bytes, uses, added, person } = picture
  return (
    <li className="picture-item min-w-0">
      <Link to={`/pictures/${id}`} className="group block" data-row>
        <img
          src={pictureFilePath(id, '800')}
          width={width}
          height={height}
          alt=""
          loading="lazy"
          decoding="async"
          className="aspect-4/3 h-auto w-full border border-line bg-panel object-contain"
        />
        <span className="block min-h-8 truncate pt-1.5 underline-offset-[0.2em] group-hover:underline">
          {fileName}
        </span>
      </Link>
      <p className="text-aside text-quiet tabular-nums">
        {formatNumber(width)} × {formatNumber(height)}, {formatBytes(bytes)}
        <br />
        {uses.length === 0 ? 'In no article' : `In ${plural(uses.length, 'article')}`}
        <br />
        {person}, {added}
      </p>
    </li>
  )
}
