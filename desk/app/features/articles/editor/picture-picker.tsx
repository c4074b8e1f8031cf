import { useEffect, useId, useState } from 'react'
import type { ListedPicture as Listed } from '#desk/app/features/pictures/pictures-json.ts'
import { TextField } from '#desk/app/ui/field.tsx'
import { useCsrfToken } from '#desk/app/ui/use-root.ts'
import { PICTURE_TYPES } from '#services/pictures/picture-limits.ts'
import { pictureFilePath } from '#shared/articles/picture-address.ts'
import { PickerDialog } from './picker-dialog.tsx'

type ListedPicture = Pick<Listed, 'id' | 'fileName' | 'alt'>

export interface ChosenPicture {
  id: string
  alt: string
}

interface PicturePickerProps {
  title?: string
  onChoose(picture: ChosenPicture): void
  onClose(): void
}

const PICTURES = '/desk/pictures.json'

/** Chooses a stored picture or uploads a new one, then asks for its alternative text. */
export function PicturePicker({ title = 'Picture', onChoose, onClose }: PicturePickerProps) {
  const id = useId()
  const csrfToken = useCsrfToken()
  const [pictures, setPictures] = useState<ListedPicture[] | null>(null)
  const [next, setNext] = useState<string | null>(null)
  const [chosen, setChosen] = useState<ListedPicture | null>(null)
  const [alt, setAlt] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: read when the dialog opens
  useEffect(() => {
    read(null)
  }, [])

  async function read(before: string | null) {
    try {
      const response = await fetch(before ? `${PICTURES}?${new URLSearchParams({ before })}` : PICTURES)
      const page = (await response.json()) as { pictures: ListedPicture[]; next: string | null }
      setPictures((known) => [...(known ?? []), ...page.pictures])
      setNext(page.next)
    } catch {
      setProblem('The pictures could not be loaded. Try again in a moment.')
    }
  }

  async function upload(file: File) {
    const form = new FormData()
    form.set('file', file)
    setIsBusy(true)
    setProblem(null)
    try {
      const response = await fetch(PICTURES, {
        method: 'POST',
        body: form,
        headers: { 'X-Desk-Csrf': csrfToken },
      })
      const answer = await answerOf(response)
      if ('error' in answer) return setProblem(answer.error)
      const picture = { id: answer.id, fileName: file.name, alt: null }
      setPictures((known) => [picture, ...(known ?? [])])
      choose(picture)
    } catch {
      setProblem(
        'The picture was not saved, because the desk cannot be reached. Your text is safe. Try again.',
      )
    } finally {
      setIsBusy(false)
    }
  }

  function choose(picture: ListedPicture) {
    setChosen(picture)
    setAlt(picture.alt ?? '')
    setProblem(null)
  }

  function insert() {
    if (!chosen) return setProblem('Choose a picture first.')
    if (alt.trim() === '') return setProblem('Say what the picture shows, for people who cannot see it.')
    onChoose({ id: chosen.id, alt: alt.trim() })
  }

  return (
    <PickerDialog
      title={title}
      onClose={onClose}
      actions={
        <button type="button" className="button-small" data-main onClick={insert}>
          Use this picture
        </button>
      }
    >
      <TextField
        label="Upload a picture from this computer"
        name=""
        type="file"
        accept={PICTURE_TYPES}
        disabled={isBusy}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          if (file) upload(file)
        }}
      />
      <p role="status" className="remark">
        {isBusy ? 'Preparing the picture' : ''}
      </p>
      {pictures?.length === 0 && !chosen && <p className="remark">There are no pictures yet.</p>}
      {pictures && pictures.length > 0 && (
        <fieldset className="grid max-h-[min(20rem,40vh)] grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-2 overflow-y-auto">
          <legend className="font-medium text-note">Stored pictures</legend>
          {pictures.map((picture) => (
            <label
              key={picture.id}
              className="wrap-anywhere grid content-start gap-1 border border-line p-2 text-aside has-checked:inset-ring has-checked:inset-ring-green has-checked:border-green"
            >
              <input
                type="radio"
                name={`${id}-picture`}
                checked={chosen?.id === picture.id}
                onChange={() => choose(picture)}
              />
              <img
                src={pictureFilePath(picture.id, '800')}
                alt=""
                loading="lazy"
                className="h-20 w-full object-contain"
              />
              <span>{picture.fileName}</span>
            </label>
          ))}
        </fieldset>
      )}
      {next && (
        <button type="button" className="row-action" onClick={() => read(next)}>
          Show earlier pictures
        </button>
      )}
      {chosen && (
        <TextField
          label="What it shows"
          name=""
          help="One sentence, read out to people who cannot see it"
          maxLength={500}
          value={alt}
          onChange={(event) => setAlt(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            insert()
          }}
        />
      )}
      {problem && (
        <p className="text-red" role="alert">
          {problem}
        </p>
      )}
    </PickerDialog>
  )
}

/** Handles responses that are not JSON: the file is too large, or the session has ended. */
async function answerOf(response: Response): Promise<{ id: string } | { error: string }> {
  const text = await response.text()
  try {
    const answer = JSON.parse(text)
    if (typeof answer.id === 'string' || typeof answer.error === 'string') return answer
  } catch {}
  return {
    error:
      response.status === 401 || response.status === 403
        ? 'You have been signed out. Sign in again in another tab, then choose the picture again.'
        : text.length < 300 && text !== ''
          ? text
          : 'The picture was not saved. Try again in a moment.',
  }
}
